import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { Field, FieldKind, FieldValue } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import { findFieldByPath } from '#domain/chat/record-filters.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { buildFilterCondition } from './filter-conditions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const values: Partial<Record<FieldKind, Exclude<FieldValue, null>>> = {
  won: 1,
  number: 1,
  date: '2026-11-27',
  datetime: '2026-11-27T00:00:00+00:00',
  flag: true,
  reference: '01939000-0000-7000-8000-00000000f001',
}

function listFilters({ key, kind }: Field): Filter[] {
  const value = values[kind] ?? '가온'
  const words: Filter[] = [
    { op: 'equals', field: key, value },
    { op: 'equals', field: key, value: null },
    { op: 'contains', field: key, text: '가온' },
  ]
  if (typeof value === 'boolean') return words
  const oneOf: Filter = { op: 'one_of', field: key, values: [value, null] }
  return [...words, oneOf, { ...oneOf, op: 'none_of' }, { op: 'between', field: key, from: value, to: value }]
}

async function findErrors(name: CollectionName): Promise<string[]> {
  const book = createWritableBook(name)
  const errors: string[] = []
  const filterable = getBook(name).fields.filter(({ key }) => findFieldByPath(name, key) !== null)
  for (const field of filterable as readonly Field[])
    for (const filter of listFilters(field)) {
      const condition = await buildFilterCondition(database.db, book, filter)
      const found = sql`select count(*) from ${sql.table(book.table)} r where ${condition}`.execute(database.db)
      await found.catch((error: unknown) => errors.push(`${name}.${field.key} ${filter.op}: ${String(error)}`))
    }
  return errors
}

test.each(collectionNames.map((name) => [name]))(
  'the database can compare every field of %s that the chat may filter by',
  async (name) => {
    expect(await findErrors(name)).toEqual([])
  },
)

test('the database compares a received amount as won', async () => {
  const book = createWritableBook('card-usage')
  const { db } = database
  const payments = ['89,000원', '7200', '-12,000', null]
  for (const [index, pay] of payments.entries())
    await sql`
      insert into card_usage (id, created_at, pay)
      values (${`01939000-0000-7000-8000-00000000a00${index}`}, '2026-11-02T01:00:00+00:00', ${pay})
    `.execute(db)
  const find = async (filter: Filter) => {
    const condition = await buildFilterCondition(db, book, filter)
    const { rows } = await sql<{ pay: string | null }>`
      select r.pay from card_usage r where ${condition} order by r.id
    `.execute(db)
    return rows.map(({ pay }) => pay)
  }
  expect(await find({ op: 'between', field: 'pay', from: 5_000, to: 100_000 })).toEqual(['89,000원', '7200'])
  expect(await find({ op: 'one_of', field: 'pay', values: [-12_000, null] })).toEqual(['-12,000', null])
})
