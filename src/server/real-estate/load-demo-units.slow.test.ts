import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankBook } from '#contract/books/banks.ts'
import { collectionNames } from '#contract/books/collections.ts'
import type { Book } from '#contract/books/field.ts'
import { realEstateUnitBook } from '#contract/books/real-estate-units.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { unitLandBook, unitMortgageBook, unitOwnerBook } from '#contract/books/unit-parts.ts'
import { sumPercentages } from '#domain/applications/party-shares.ts'
import { removeDemoRecords } from '#server/demo/demo-rows.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { loadDemoCaseBook } from './demo-case-book.ts'
import { loadDemoUnits } from './load-demo-units.ts'

const now = new Date('2026-11-21T00:00:00Z')
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const tables = ['bank', 'real_estate_unit', 'unit_land', 'unit_owner', 'unit_mortgage'] as const
type Row = Record<string, unknown> & { id: string }

async function readRows(table: (typeof tables)[number]): Promise<Row[]> {
  return await database.db.selectFrom(table).selectAll().orderBy('id').execute()
}

test('makes 420 units in the housing groups, each with parts, all as staff could have typed them', async () => {
  await loadDemoCaseBook(database.ownerDb, { now })
  expect(await loadDemoUnits(database.ownerDb, { now })).toBe(420)
  const books: readonly [(typeof tables)[number], Book][] = [
    ['bank', bankBook],
    ['real_estate_unit', realEstateUnitBook],
    ['unit_land', unitLandBook],
    ['unit_owner', unitOwnerBook],
    ['unit_mortgage', unitMortgageBook],
  ]
  for (const [table, book] of books) {
    const { create } = getRecordSchemas(book)
    const keys = book.fields.filter(({ editable }) => editable !== false).map(({ key }) => key)
    const rows = await readRows(table)
    const errors = rows.flatMap((row) => {
      const typed = Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
      const read = create.safeParse(typed)
      return read.success && JSON.stringify(read.data) === JSON.stringify(typed) ? [] : [[row.id, read.error ?? typed]]
    })
    expect(errors).toEqual([])
    expect(rows.length).toBeGreaterThan(3)
  }
  const groups = new Set((await readRows('real_estate_unit')).map((unit) => unit['group_id']))
  expect(groups.size).toBe(3)
})

test('includes unusual units: with seven owners, without values, in progress and due soon', async () => {
  const units = await readRows('real_estate_unit')
  const owners = Map.groupBy(await readRows('unit_owner'), (owner) => owner['unit_id'])
  const shares = [...owners.values()].map((all) => all.map((owner) => Number(owner['share'])))
  expect(shares.filter((all) => sumPercentages(all) !== 100)).toEqual([])
  expect(Math.max(...shares.map((all) => all.length))).toBe(7)
  expect(units.filter(({ id }) => !owners.has(id))).toHaveLength(1)
  expect(units.filter((unit) => unit['transfer_ownership_status'] === 'processing').length).toBeGreaterThan(1)
  const near = units.filter((unit) => ['2026-11-21', '2026-11-22', '2026-11-23'].includes(String(unit['regi_date'])))
  expect(near.length).toBeGreaterThan(5)
  expect(units.some((unit) => unit['housing_reg_date'] !== null)).toBe(true)
  expect(units.some((unit) => String(unit['dongho']).startsWith('1001동'))).toBe(true)
  const lands = Map.groupBy(await readRows('unit_land'), (land) => land['unit_id'])
  expect(new Set([...lands.values()].map((all) => all.length)).isSubsetOf(new Set([2, 3]))).toBe(true)
})

test('makes the same units for the same seed and day, at any size', async () => {
  const before = await readRows('real_estate_unit')
  expect(await loadDemoUnits(database.ownerDb, { now })).toBe(0)
  expect(await loadDemoUnits(database.ownerDb, { now, count: 500 })).toBe(80)
  expect((await readRows('real_estate_unit')).filter(({ id }) => before.some((unit) => unit.id === id))).toEqual(before)
})

test('removes units, parts and banks in the order of their references', async () => {
  const all = await Promise.all(tables.map(async (table) => (await readRows(table)).length))
  const removed = await removeDemoRecords(database.ownerDb, collectionNames)
  expect(removed).toBe(all.reduce((sum, count) => sum + count, 0) + 612)
  for (const table of tables) expect(await readRows(table)).toEqual([])
})
