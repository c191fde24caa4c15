import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectionNames } from '#contract/books/collections.ts'
import type { Field, FieldKind } from '#contract/books/field.ts'
import { servedBooks } from '#server/served-books.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { filledByServer } from './tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const books: readonly WritableBook[] = servedBooks.map(({ book }) => book)

const common = {
  id: 'uuid',
  version: 'integer',
  is_demo: 'boolean',
  inserted_at: 'timestamp with time zone',
  updated_at: 'timestamp with time zone',
}

const typesByKind: Readonly<Record<FieldKind, readonly string[]>> = {
  text: ['text'],
  enum: ['text'],
  secret: ['bytea', 'text'],
  won: ['bigint'],
  number: ['integer', 'numeric', 'real', 'double precision'],
  date: ['date'],
  datetime: ['timestamp with time zone'],
  flag: ['boolean'],
  reference: ['uuid'],
}

test('checks every collection', () => {
  expect(books.map(({ name }) => name).toSorted()).toEqual([...collectionNames].toSorted())
})

test.each(books.map((book) => [book.table, book] as const))(
  'the columns of %s match its description in names, kinds and nullability',
  async (table, book) => {
    const { rows } = await sql<{ name: string; type: string; is_nullable: 'YES' | 'NO' }>`
      select column_name as name, data_type as type, is_nullable from information_schema.columns where table_name = ${table}
    `.execute(database.db)
    const columns = new Map(rows.map((row) => [row.name, row]))
    const { fields } = book
    const derived = Object.keys(book.derive({}))
    expect([...columns.keys()].toSorted()).toEqual(
      [...Object.keys(common), ...derived, ...fields.map(({ key }) => key)].toSorted(),
    )
    for (const [key, type] of Object.entries(common)) {
      expect([key, columns.get(key)]).toEqual([key, { name: key, type, is_nullable: 'NO' }])
    }
    for (const field of fields) {
      const column = columns.get(field.key)
      const types = field.key === book.owned?.key ? ['uuid'] : typesByKind[field.kind]
      expect([field.key, types.includes(column?.type ?? '') ? '' : column?.type]).toEqual([field.key, ''])
      expect([field.key, column?.is_nullable]).toEqual([field.key, isFilled(table, field) ? 'NO' : 'YES'])
    }
  },
)

function isFilled(table: string, field: Field): boolean {
  const byServer: Readonly<Record<string, readonly string[]>> = filledByServer
  return field.required === true || field.kind === 'flag' || (byServer[table]?.includes(field.key) ?? false)
}
