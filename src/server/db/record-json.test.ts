import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { servedBooks } from '#server/served-books.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { selectRecordColumns, selectRecordJson } from './record-json.ts'

const { db, drop } = await createTestDatabase()
afterAll(drop)

const valueByType: Record<string, unknown> = {
  text: '가온 "솔빛"\n\\ ‘1’, 😀',
  bigint: 9_007_199_254_740_991,
  integer: 7,
  numeric: 12.5,
  boolean: true,
  date: '2026-02-28',
  'timestamp with time zone': '2026-11-21T17:54:11.12345+09:00',
  uuid: '0199aaaa-0000-7000-8000-000000000001',
}
const needed = ['id', 'version', 'inserted_at', 'updated_at']

async function readTypes(table: string): Promise<[string, string][]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns where table_name = ${table}
  `.execute(db)
  return rows.map(({ name, type }) => [name, type])
}

test.each(servedBooks.map(({ book }) => [book.name, book] as const))(
  '%s: the columns of a record have the values of its JSON',
  async (_name, book) => {
    const types = await readTypes(book.table)
    for (const isFilled of [true, false]) {
      const filled = types.filter(([name]) => isFilled || needed.includes(name))
      const record = JSON.stringify(Object.fromEntries(filled.map(([name, type]) => [name, valueByType[type]])))
      const row = sql`jsonb_populate_record(null::${sql.table(book.table)}, ${record}::jsonb) t`
      const json = await sql<{ row: AnyRecord }>`select ${selectRecordJson(book, 't')} as row from ${row}`.execute(db)
      const columns = await sql<AnyRecord>`select ${selectRecordColumns(book, 't')} from ${row}`.execute(db)
      expect(columns.rows).toEqual([json.rows[0]?.row])
      expect(columns.rows[0]).toMatchObject({ version: 7, inserted_at: '2026-11-21T08:54:11.12345+00:00' })
    }
  },
)
