import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SealedLink, toCanonicalLink } from '#domain/trail/canonical.ts'
import { newId } from '#server/new-id.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { checkTrailNow } from './check-chain.ts'
import { getHeadsFile, linkColumns, linkTrail, readSavedHeads, sha256 } from './link-rows.ts'

let office: TestDatabase
let file: string
beforeEach(async () => {
  office = await createTestDatabase()
  file = getHeadsFile(createTempFolder())
})
afterEach(() => office.drop())

const check = () => checkTrailNow(office.db, { file, by: '시험', newId })
const link = () => linkTrail(office.db, { isPatient: true })
const write = async (count: number, subject = '가온건설') => {
  for (let n = 0; n < count; n += 1)
    await writeTrail(office.db, {
      user: { id: newId(), name: '김가온' },
      ipAddress: '10.0.0.1',
      act: 'update',
      collection: 'companies',
      subject: `${subject} ${n}`,
      detail: { b: 1, a: [1.5, '"', null], 한글: { z: '가' } },
    })
}
/** Three links of two rows each: rows 1…6. */
const writeThreeLinks = async () => {
  for (let n = 0; n < 3; n += 1) {
    await write(2)
    await link()
  }
}
/** Acts as a database administrator, past every trigger. */
const runAsReplica = (statement: ReturnType<typeof sql>) =>
  office.ownerDb.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await statement.execute(trx)
  })

describe('an untouched chain', () => {
  test('is intact from the first row to the last', async () => {
    expect(await check()).toMatchObject({ isWhole: true, rowCount: 0, linkCount: 0, head: { number: 0 } })
    await writeThreeLinks()
    const report = await check()
    expect(report).toMatchObject({ isWhole: true, rowCount: 6, linkCount: 3, head: { number: 3 }, errors: [] })
    expect(report.from).toBe(report.to)
    expect([...(await readSavedHeads(file)).keys()]).toEqual([3])
  })

  test('holds rows of every shape: without a user, with any characters, and role changes written by triggers', async () => {
    await sql`insert into audit (at, user_name, act, subject, detail) values
      ('1999-12-31T23:59:59.000001+09', '', 'read', E'줄\n바꿈 \\ "따옴표" 😀', '{"b": 1.10, "a": 1e3, "aa": null}'),
      ('2026-01-01', 'a', 'list', null, '[]')`.execute(office.ownerDb)
    await loadDemoUsers(office.db)
    const { rowCount, isWhole } = await check()
    expect([isWhole, rowCount > 2]).toEqual([true, true])
  })

  test('includes a row that committed late, with any number', async () => {
    await write(1)
    const gate = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const late = office.db.transaction().execute(async (trx) => {
      await writeTrail(trx, { user: null, ipAddress: null, act: 'import', subject: '늦은 행' })
      written.resolve()
      await gate.promise
    })
    await written.promise
    await write(3)
    expect(await link()).toBe(4)
    await write(1)
    expect(await link()).toBe(1)
    gate.resolve()
    await late
    expect(await link()).toBe(1)
    expect(await check()).toMatchObject({ isWhole: true, rowCount: 6 })
  })

  test('is extended by one process at a time, each row once', async () => {
    await write(30)
    const linked = await Promise.all(Array.from({ length: 6 }, link))
    expect(linked.reduce((sum, rows) => sum + rows)).toBe(30)
    expect(await check()).toMatchObject({ isWhole: true, rowCount: 30 })
  })

  test('links a long existing trail in pieces and resumes after an interruption', async () => {
    await sql`insert into audit (at, user_name, act, txid) select now() - n * interval '1 hour', '옛 기록', 'read', null from generate_series(1, 3500) n`.execute(
      office.ownerDb,
    )
    await linkTrail(office.db, { isPatient: true, signal: AbortSignal.abort() })
    await write(2)
    expect(await link()).toBe(2502)
    await write(1)
    expect(await link()).toBe(1)
    expect(await check()).toMatchObject({ isWhole: true, rowCount: 3503, linkCount: 5 })
  })

  test('does not block a writer while rows are being linked', async () => {
    await office.ownerDb.transaction().execute(async (linker) => {
      await sql`select pg_advisory_xact_lock(66757101)`.execute(linker)
      await write(2)
      expect(await linkTrail(office.db, { isPatient: false })).toBe(0)
    })
    expect(await check()).toMatchObject({ isWhole: true, rowCount: 2 })
  })

  test('continues after a restore, which changes transaction ids', async () => {
    await writeThreeLinks()
    await write(2)
    await runAsReplica(sql`update audit set txid = '999999999999'`)
    await runAsReplica(sql`update meta set epoch = gen_random_uuid()`)
    await write(1)
    expect(await link()).toBe(3)
    await write(1)
    expect(await link()).toBe(1)
    expect(await check()).toMatchObject({ isWhole: true, rowCount: 10, headsOfOtherHistories: 0 })
  })
})

describe('tampering by a database administrator', () => {
  const findErrorsAfter = async (statement: ReturnType<typeof sql>) => {
    await writeThreeLinks()
    expect((await check()).isWhole).toBe(true)
    await runAsReplica(statement)
    const { isWhole, errors } = await check()
    expect(isWhole).toBe(false)
    return errors
  }
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)

  test.each([
    ['another name', sql`update audit set user_name = '이나래' where seq = 3`],
    ['a microsecond', sql`update audit set at = at + interval '1 microsecond' where seq = 3`],
    ['a digit in the details', sql`update audit set detail = jsonb_set(detail, '{b}', '1.0') where seq = 3`],
    ['null instead of a word', sql`update audit set subject = null where seq = 3`],
  ])('finds a changed row: %s', async (_case, statement) => {
    expect(await findErrorsAfter(statement)).toEqual([{ kind: 'row_changed', seq: 3, link: 2, day: today }])
  })

  test('finds a removed row', async () => {
    expect(await findErrorsAfter(sql`delete from audit where seq = 4`)).toEqual([
      { kind: 'row_removed', seq: 4, link: 2, day: today },
    ])
  })

  test('finds an inserted row with an old date', async () => {
    await sql`select setval('audit_seq_seq', 3)`.execute(office.ownerDb)
    const error = { kind: 'row_inserted', seq: 2, link: 4, day: '2026-01-02' }
    expect(
      await findErrorsAfter(
        sql`insert into audit (seq, at, user_name, act) overriding system value values (2, '2026-01-02T03:00:00+09', '김가온', 'read')`,
      ),
    ).toEqual([error])
  })

  test('finds an inserted row with an old transaction id', async () => {
    expect(
      await findErrorsAfter(
        sql`insert into audit (seq, at, user_name, act, txid) overriding system value values (1000, now(), '김가온', 'read', '5')`,
      ),
    ).toEqual([{ kind: 'row_inserted', seq: 1000, link: null, day: today }])
  })

  test('finds that the last link was removed together with its rows', async () => {
    const errors = await findErrorsAfter(sql`
      with a as (delete from audit where seq > 4), r as (delete from trail_link_row where link = 3) delete from trail_link where number = 3`)
    expect(errors).toEqual([{ kind: 'head_lost', seq: null, link: 3, day: today }])
  })

  test('finds that the last link was removed and its rows were linked again', async () => {
    await writeThreeLinks()
    await check()
    await runAsReplica(
      sql`with r as (delete from trail_link_row where link = 3) delete from trail_link where number = 3`,
    )
    await runAsReplica(sql`update audit set subject = '다른 사람' where seq = 6`)
    expect((await check()).errors).toEqual([{ kind: 'head_lost', seq: null, link: 3, day: today }])
  })

  test('finds that a link in the middle was removed', async () => {
    expect(await findErrorsAfter(sql`delete from trail_link where number = 2`)).toContainEqual({
      kind: 'link_removed',
      seq: 3,
      link: 2,
      day: today,
    })
  })

  test('finds that the oldest links were removed', async () => {
    const errors = await findErrorsAfter(
      sql`with a as (delete from audit where seq < 3), r as (delete from trail_link_row where link = 1) delete from trail_link where number = 1`,
    )
    expect(errors[0]).toEqual({ kind: 'beginning_changed', seq: null, link: 2, day: today })
  })

  test('finds a changed row whose hash was recomputed', async () => {
    const errors = await findErrorsAfter(sql`
      with a as (update audit set subject = '다른 사람' where seq = 3) update trail_link_row set sha256 = sha256('x'::bytea) where seq = 3`)
    expect(errors).toContainEqual({ kind: 'link_changed', seq: null, link: 2, day: today })
  })

  test('finds a rewritten link with consistent hashes by the head kept outside the database', async () => {
    await writeThreeLinks()
    await check()
    await runAsReplica(sql`update trail_link set made_at = made_at + interval '1 second' where number = 3`)
    const { rows } = await sql<SealedLink>`select ${linkColumns} from trail_link l where number = 3`.execute(office.db)
    const [last] = rows
    if (!last) throw new Error('no link 3')
    await runAsReplica(
      sql`update trail_link set hash = decode(${sha256(toCanonicalLink(last))}, 'hex') where number = 3`,
    )
    expect((await check()).errors).toEqual([{ kind: 'head_lost', seq: null, link: 3, day: today }])
    // Without the outside heads, an earlier check still holds the head.
    writeFileSync(file, '')
    expect((await check()).errors).toHaveLength(1)
  })

  test('does not confuse a head from before a restore with a broken chain', async () => {
    await writeThreeLinks()
    const other = { number: 9, hash: 'ab'.repeat(32), epoch: newId(), at: new Date().toISOString() }
    appendFileSync(file, `${JSON.stringify(other)}\n{"number":`)
    expect(await check()).toMatchObject({ isWhole: true, headsOfOtherHistories: 1 })
    expect(readFileSync(join(file), 'utf8')).toContain('{"number":')
  })
})
