import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { largeCases } from '#tests/support/runner/test-depth.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import type { BackupKey } from './backup-key.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup, type RestoreReport } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
const office = await createTestDatabase()
const opened: TestDatabase[] = [office]
afterAll(async () => {
  for (const database of opened) await database.drop()
  rmSync(folder, { recursive: true })
})

/**
 * Fills every table with the most difficult values of its column types, read from the catalog so
 * that new tables are covered automatically.
 */
await fillEveryTable(office)
const file = join(folder, 'office.backup')
await writeBackup(office.ownerUrl, { file, now: new Date('2026-11-21T00:00:00Z') })

async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true })
  opened.push(database)
  return database
}

async function restore(target: TestDatabase, path: string, key?: BackupKey): Promise<RestoreReport> {
  return await restoreBackup(target.ownerUrl, await checkBackup({ file: path, key }), 'request-1')
}

test('restores every row of every table unchanged', async () => {
  const restored = await createEmptyDatabase()
  await restore(restored, file)
  const before = await dumpContent(office)
  const after = await dumpContent(restored)
  expect(Object.keys(before).length).toBeGreaterThan(5)
  for (const rows of Object.values(before)) expect(rows.length).toBeGreaterThan(0)
  expect(after).toEqual(withoutProofs(before))
})

test.each(largeCases('restores ten thousand entries in Hangul unchanged'))('%s', async () => {
  const large = await createEmptyDatabase()
  await restore(large, file)
  await sql`insert into audit (user_name, act, subject) select '김가온', 'read', repeat('온결 법무사사무소 ' || n || chr(10), 1 + n % 40)
    from generate_series(1, 10000) n`.execute(large.ownerDb)
  const path = join(folder, 'large.backup')
  const written = await writeBackup(large.ownerUrl, { file: path, now: new Date() })
  const { audit = [] } = await dumpContent(large)
  // One more row records the restore.
  expect(written.tables.find(({ table }) => table === 'audit')?.rows).toBe(audit.length + 1)
  expect(audit.length).toBeGreaterThan(10_000)
  const restored = await createEmptyDatabase()
  await restore(restored, path)
  expect(await dumpContent(restored)).toEqual(await dumpContent(large))
})

test('a restored office is a new history, so that devices rebuild their mirrors', async () => {
  const restored = await createEmptyDatabase()
  await restore(restored, file)
  const [before, after] = await Promise.all(
    [office, restored].map(({ ownerDb }) => ownerDb.selectFrom('meta').select('epoch').executeTakeFirstOrThrow()),
  )
  expect(after?.epoch).not.toBe(before?.epoch)
  const { rows } = await sql<{ isBelow: boolean }>`
    select bool_and(txid < pg_snapshot_xmin(pg_current_snapshot())) as "isBelow" from change`.execute(restored.ownerDb)
  expect(rows[0]?.isBelow).toBe(true)
})

test('continues numbering where the office stopped', async () => {
  const restored = await createEmptyDatabase()
  await restore(restored, file)
  const last = await office.db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  const next = await restored.ownerDb
    .insertInto('audit')
    .values({ user_name: '김가온', act: 'read' })
    .returning('seq')
    .executeTakeFirstOrThrow()
  expect(next.seq).toBeGreaterThan(last.seq ?? 0)
})

test('refuses to restore over existing data', async () => {
  const before = await dumpContent(office)
  await expect(restore(office, file)).rejects.toThrow('이미 자료가 있습니다')
  expect(await dumpContent(office)).toEqual(before)
})

test('refuses a damaged, cut or foreign file and leaves the database empty', async () => {
  const target = await createEmptyDatabase()
  const text = gunzipSync(readFileSync(file)).toString('utf8')
  const damaged = {
    changedRow: gzipSync(text.replace('가나다', '가나라')),
    cutText: gzipSync(text.slice(0, text.length * 0.7)),
    cutFile: readFileSync(file).subarray(0, readFileSync(file).length / 2),
    missingTable: gzipSync(text.replace(/\{"end":\d+\}/, '{"end":1}')),
    newerProgram: gzipSync(text.replace('"version":1,', '"version":9999,')),
    noBackup: Buffer.from('PK\u0003\u0004 not a backup'),
    otherJson: gzipSync('{"format":"something-else"}\n'),
  }
  for (const [name, content] of Object.entries(damaged)) {
    const path = join(folder, name)
    writeFileSync(path, content)
    await expect(restore(target, path), name).rejects.toThrow(/백업/)
    expect(await dumpContent(target), name).toEqual({})
  }
  await restore(target, file)
  expect(Object.keys(await dumpContent(target)).length).toBeGreaterThan(5)
})

test('backs up one consistent moment during concurrent writes', async () => {
  const busy = await createEmptyDatabase()
  await restore(busy, file)
  const path = join(folder, 'busy.backup')
  let isDone = false
  const writing = (async () => {
    while (!isDone) {
      await busy.ownerDb.transaction().execute(async (trx) => {
        await trx.insertInto('audit').values({ user_name: '가', act: 'read' }).execute()
        await trx
          .insertInto('change')
          .values({
            collection: 'x',
            record_id: '00000000-0000-7000-8000-000000000001',
            version: 1,
            kind: 'create',
            fields: '{}',
            user_name: '가',
          })
          .execute()
      })
    }
  })()
  const counts = []
  for (let round = 0; round < 3; round += 1) {
    const { tables } = await writeBackup(busy.ownerUrl, { file: path, now: new Date() })
    counts.push(Object.fromEntries(tables.map(({ table, rows }) => [table, rows])))
  }
  isDone = true
  await writing
  const base = Object.fromEntries(
    Object.entries(await dumpContent(office)).map(([table, rows]) => [table, rows.length]),
  )
  for (const count of counts) {
    expect((count['audit'] ?? 0) - (base['audit'] ?? 0) - 1).toBe((count['change'] ?? 0) - (base['change'] ?? 0))
  }
})

/** Without sessions, invitations and addresses of calendars, which a restore ends. */
function withoutProofs(content: Record<string, string[]>): Record<string, string[]> {
  return { ...content, session_token: [], oauth_code: [], sign_in_state: [], invitation: [], calendar_feed: [] }
}

/** Each table's rows as sorted text, without what a restore renews and its own trail row. */
async function dumpContent({ ownerDb: db }: TestDatabase): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace order by 1`.execute(
    db,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ text: string }>`
      select (to_jsonb(t) - 'txid' - 'epoch' - 'applied_at')::text as text from ${sql.table(name)} t
        where coalesce(to_jsonb(t)->>'act', '') <> 'restore' order by 1`.execute(db)
    content[name] = rows.map(({ text }) => text)
  }
  return content
}

interface Column {
  name: string
  type: string
  isNullable: boolean
  isIdentity: boolean
  parent: string | null
  check: string | null
}

async function fillEveryTable({ ownerDb: db }: TestDatabase): Promise<void> {
  const waiting = new Set(
    Object.keys(await dumpContent(office)).filter((name) => name !== 'schema_migration' && name !== 'meta'),
  )
  const uuid = '00000000-0000-7000-8000-000000000009'
  while (waiting.size > 0) {
    const before = waiting.size
    for (const table of waiting) {
      const columns = await listColumns(db, table)
      if (columns.some(({ parent }) => parent !== null && parent !== table && waiting.has(parent))) continue
      const insertedColumns = columns.filter(({ isIdentity, type }) => !isIdentity && type !== 'xid8')
      const values = insertedColumns.map((column) => sql.raw(createWorstValue(column, uuid)))
      await sql`insert into ${sql.table(table)} (${sql.join(insertedColumns.map(({ name }) => sql.ref(name)))}) values (${sql.join(values)})`.execute(
        db,
      )
      waiting.delete(table)
    }
    if (waiting.size === before) throw new Error(`tables left: ${[...waiting].join(', ')}`)
  }
}

async function listColumns(db: TestDatabase['db'], table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable", a.attidentity <> '' as "isIdentity",
      (select f.confrelid::regclass::text from pg_constraint f where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any (f.conkey)) as parent,
      (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any (k.conkey) limit 1) as check
    from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`.execute(db)
  return rows
}

function createWorstValue({ type, check }: Column, uuid: string): string {
  const allowed = check === null || type !== 'text' ? undefined : /'([^']+)'::text/.exec(check)?.[1]
  if (allowed !== undefined) return `'${allowed}'`
  if (type === 'uuid') return `'${uuid}'`
  if (type === 'json' || type === 'jsonb') return `'null'`
  if (type === 'boolean') return 'true'
  if (type === 'date') return `'2026-02-28'`
  if (type.startsWith('timestamp')) return `'2026-02-28 23:59:59.123456+09'`
  if (['bigint', 'integer', 'smallint', 'numeric'].includes(type)) return '7'
  if (type === 'bytea') return `'\\x0d0a5c'`
  if (type.endsWith('[]')) return `'{}'`
  return `E'가나다\\t탭\\n줄\\r\\\\.\\u2028끝\\\\N'`
}
