import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { listGrams } from '#server/db/lists/search-grams.ts'
import { takeThird } from '#tests/support/runner/test-depth.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

const { ownerDb: db, ownerUrl: url, drop } = await createTestDatabase({ empty: true })
const older = await createTestDatabase({ empty: true })
afterAll(() => Promise.all([drop(), older.drop()]))

type Row = Record<string, unknown>
interface Column {
  table: string
  name: string
  type: string
}

/** Values for columns that allow only certain words. */
const allowedWords: Readonly<Record<string, string>> = {
  'session.factor_kind': 'totp',
  'factor_challenge.purpose': 'pass',
  'person_request.asked_for': 'read',
  'person_request.state': 'open',
  'app_user.provider': 'local',
  'blog_post.state': 'published',
  'change.kind': 'create',
  'chat_message.role': 'user',
  'download_task.status': 'completed',
  'session.ended_why': 'signed_out',
  'session.provider': 'local',
  'session_token.kind': 'access',
  'task_item.state': 'done',
  'register_entry.book': 'real-estate',
  'register_closing.act': 'close',
  'register_closing.month': '1',
}

/**
 * Data that a migration removes on purpose: `table` or `table.column`, and the first version that
 * removes it.
 */
const meant: Readonly<Record<string, number>> = {
  oauth_code: 15,
  // Recomputed from the text next to it.
  'real_estate.search_grams': 25,
  'deposit_case.search_grams': 25,
  'quick_delivery.search_grams': 25,
}

test('a database filled at every earlier version migrates to the newest with every value preserved', async () => {
  const versions = (await readMigrations()).map(({ version }) => version)
  // Always includes the newest.
  const tried = takeThird(versions.toReversed())
  const filled: { version: number; table: string; row: Row }[] = []
  for (const version of versions) {
    await migrate(url, { upTo: version })
    if (tried.includes(version))
      for (const [table, row] of await fillTables(version)) filled.push({ version, table, row })
  }
  expect(new Set(filled.map(({ version }) => version)).size).toBe(tried.length)
  const tables = Object.groupBy(await readColumns(), ({ table }) => table)
  const now = new Map<string, Row[]>()
  for (const table of Object.keys(tables)) now.set(table, await readRows(table))
  const missingRows = filled.filter(({ version, table, row }) => {
    if (isMeant(table, version)) return false
    const lasting = Object.entries(row).filter(([column]) => !isMeant(`${table}.${column}`, version))
    return !now.get(table)?.some((after) => lasting.every(([column, value]) => isSame(after[column], value)))
  })
  expect(missingRows).toEqual([])
})

test('search by single characters finds records stored before it existed; their table is vacuumed', async () => {
  await migrate(older.ownerUrl, { upTo: 24 })
  const text = '김가온 (주)솔빛 12-3 金\nㄱㄱㅇ'
  await sql`
    insert into quick_delivery (id, created_at, status, search_text, search_grams)
    values ('01990000-0000-7000-8000-000000000001', now(), '완료', ${text}, '{1,2}')
  `.execute(older.ownerDb)
  await migrate(older.ownerUrl)
  const { rows } = await sql<{ search_grams: number[] }>`select search_grams from quick_delivery`.execute(older.ownerDb)
  const letters = [...text].flatMap((letter) => listGrams(letter))
  expect(letters).toContain(listGrams('김')[0])
  expect(new Set(rows[0]?.search_grams)).toEqual(new Set([1, 2, ...letters]))
  const { rows: care } = await sql`
    select pg_stat_get_vacuum_count(oid) as vacuumed, pg_stat_get_analyze_count(oid) as analyzed
      from pg_class where relname = 'quick_delivery'
  `.execute(older.ownerDb)
  expect(care).toEqual([{ vacuumed: 1, analyzed: 1 }])
})

function isMeant(what: string, version: number): boolean {
  return version < (meant[what] ?? 0)
}

function isSame(value: unknown, other: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(other)
}

/**
 * Inserts one row into every table of this version, every column filled. All tables use the same
 * ids, so that references resolve.
 */
async function fillTables(version: number): Promise<[string, Row][]> {
  const columns = Object.groupBy(await readColumns(), ({ table }) => table)
  const filled: [string, Row][] = []
  let waiting = Object.entries(columns)
  while (waiting.length > 0) {
    const refused: typeof waiting = []
    let why: unknown
    for (const [table, own = []] of waiting) {
      const row = await insertRow(table, own, version).catch((error: unknown) => void (why = error))
      if (row) filled.push([table, row])
      else refused.push([table, own])
    }
    if (refused.length === waiting.length)
      throw new Error(`no row for ${refused.map(([table]) => table).join(', ')}`, { cause: why })
    waiting = refused
  }
  return filled
}

/** Tables of at most one row. */
const singles = new Set(['office_settings', 'trail_watch', 'register_mark'])

/** Tables filled by triggers when rows of others are inserted. */
const writtenByTriggers = new Set(['task_run'])

/** Columns that stay empty where another of the row has a value. */
const alternatives = new Set(['push_message.email_user_id'])

async function insertRow(table: string, all: readonly Column[], version: number): Promise<Row | undefined> {
  const [only] = singles.has(table) ? await readRows(table) : []
  if (only) return only
  if (writtenByTriggers.has(table)) {
    const id = createValue({ table, name: 'id', type: 'uuid' }, version)
    return (await readRows(table)).find((row) => row['id'] === id)
  }
  const columns = all.filter(({ name }) => !alternatives.has(`${table}.${name}`))
  const names = columns.map(({ name }) => sql.id(name))
  const values = columns.map((column) => sql`${sql.lit(createValue(column, version))}::${sql.raw(column.type)}`)
  const { rows } = await sql<{ row: Row }>`
    insert into ${sql.table(table)} as new (${sql.join(names)}) values (${sql.join(values)}) returning to_jsonb(new) as row
  `.execute(db)
  return rows[0]?.row
}

function createValue({ table, name, type }: Column, version: number): string {
  const word = allowedWords[`${table}.${name}`]
  if (word !== undefined) return word
  if (type === 'uuid') return `00000000-0000-7000-8000-${String(version).padStart(12, '0')}`
  if (type === 'text') return `글 ${version}`
  if (type.startsWith('timestamp') || type === 'date') return `${2000 + version}-03-01`
  if (type === 'boolean') return 'true'
  if (type.startsWith('json')) return `{"version": ${version}}`
  if (type.endsWith('[]')) return `{${version}}`
  if (type === 'bytea') return '\\x00ff'
  return String(version)
}

/** The writable columns. `meta` has its only row from the first migration on. */
async function readColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select relname as "table", attname as name, format_type(atttypid, atttypmod) as type
      from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('meta', 'schema_migration')
       and attnum > 0 and not attisdropped and attidentity <> 'a' and atttypid <> 'xid8'::regtype
     order by relname, attnum
  `.execute(db)
  return rows
}

async function readRows(table: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`select to_jsonb(old) as row from ${sql.table(table)} as old`.execute(db)
  return rows.map(({ row }) => row)
}
