import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { checkTrailNow } from './chain/check-chain.ts'
import { getHeadsFile, linkTrail } from './chain/link-rows.ts'
import { forgetOldTrail } from './trail-maintenance.ts'

let office: TestDatabase
let file: string
beforeEach(async () => {
  office = await createTestDatabase()
  file = getHeadsFile(createTempFolder())
})
afterEach(() => office.drop())

const check = () => checkTrailNow(office.db, { file, by: '시험', newId })
/** Writes a row every ten days between two ages in days, each in a separate link. */
async function write(from: number, to: number): Promise<void> {
  await sql`insert into audit (at, user_name, act, subject)
    select now() - make_interval(days => day), '김가온', 'read', day::text from generate_series(${from}::int, ${to}::int, -10) day`.execute(
    office.db,
  )
  await linkTrail(office.db, { isPatient: true, rowsPerLink: 1 })
}
const listKeptDays = async () => {
  const { rows } = await sql<{
    day: number
  }>`select subject::int as day from audit where act = 'read' order by seq`.execute(office.db)
  return rows.map(({ day }) => day)
}

test('removes rows older than two years in whole links, keeps the chain intact and logs the removal', async () => {
  await write(1500, 0)
  await check()
  expect(await forgetOldTrail(office.db)).toBe(74)
  const stored = await listKeptDays()
  expect(stored[0]).toBe(760)
  expect(stored).toHaveLength(77)
  const { rows } =
    await sql`select user_name, collection, (detail->>'rows')::int as rows, (detail->>'links')::int as links from audit where act = 'destroy'`.execute(
      office.db,
    )
  expect(rows).toEqual([{ user_name: '서버(보관 기간)', collection: 'audit', rows: 74, links: 74 }])
  expect(await check()).toMatchObject({ isWhole: true, rowCount: 78, errors: [] })
  expect(await forgetOldTrail(office.db)).toBe(0)
})

test('removes nothing from a young trail when the clock is ten years ahead', async () => {
  // Seen from a clock ten years ahead, a young office's three months are ten years old.
  await write(3750, 3650)
  await write(0, 0)
  expect(await forgetOldTrail(office.db)).toBe(0)
  expect(await listKeptDays()).toHaveLength(12)
})

test('does not treat rows as older because of later rows from a fast clock', async () => {
  await write(700, 0)
  await write(-1, -3000)
  expect(await forgetOldTrail(office.db)).toBe(0)
})

test.each([
  `delete from audit`,
  `delete from trail_link`,
  `delete from trail_link_row`,
  `update trail_link set hash = ''`,
  `update trail_link_row set sha256 = ''`,
  `truncate trail_link`,
  `delete from trail_check`,
  `update trail_check set is_whole = true`,
  `insert into trail_beginning (number, hash, link_count, row_count, first_at, last_at) values (3, '', 1, 1, now(), now())`,
  `update trail_alert set rule = ''`,
  `delete from trail_alert_look`,
  `update trail_review set remark = ''`,
  `delete from trail_review`,
  `select set_config('office.trail_forgets', 'on', false); delete from audit`,
  `create or replace function trail_is_old_before() returns timestamptz language sql as 'select now()'`,
  `create or replace function refuse_early_forgetting() returns trigger language plpgsql as 'begin return old; end'`,
])('the server role may not do it directly: %s', async (statement) => {
  await write(20, 0)
  await check()
  await expect(sql.raw(statement).execute(office.db)).rejects.toThrow(/permission denied|must be owner/)
  expect(await listKeptDays()).toEqual([20, 10, 0])
})

test('does not let even the owner remove a young row', async () => {
  await write(740, 0)
  await expect(
    office.ownerDb.transaction().execute(async (trx) => {
      await sql`select set_config('office.trail_forgets', 'on', true)`.execute(trx)
      await sql`delete from audit`.execute(trx)
    }),
  ).rejects.toThrow('kept for two years')
})

test('finds a forged beginning', async () => {
  await write(100, 0)
  await check()
  await office.ownerDb.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`insert into trail_beginning (number, hash, link_count, row_count, first_at, last_at)
      select number, hash, 3, 3, first_at, last_at from trail_link where number = 3`.execute(trx)
    await sql`delete from audit where seq in (select seq from trail_link_row where link <= 3)`.execute(trx)
    await sql`delete from trail_link_row where link <= 3`.execute(trx)
    await sql`delete from trail_link where number <= 3`.execute(trx)
  })
  expect((await check()).errors).toEqual([{ kind: 'beginning_changed', seq: null, link: 3, day: null }])
})
