import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListReader } from '#server/db/lists/read-list.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { caseBookCondition, caseBookOrder, readGroups } from './case-book-query.ts'
import { loadDemoCaseBook } from './demo.ts'
import { caseBookTable, listCaseBook } from './list-case-book.ts'

const rows = 12_000
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await loadDemoCaseBook(database.ownerDb, { count: rows, now: new Date('2026-11-21T00:00:00Z') })
}, 60_000)
afterAll(() => database.drop())

test.each([undefined, '-created_at', 'receipted_at', 'owner', '-fees', 'group_id', '-id'])(
  'ordered by %s, a page far down is the same whether it is read from the front or from the end',
  async (ordering) => {
    const { db } = database
    const reader = createListReader(db, caseBookTable)
    const ask = (page: number, page_size: number) => listCaseBook(reader, { page, page_size, ordering })
    const ids = async (page: number, size: number) => (await ask(page, size)).results.map(({ id }) => id)
    // A page of 10,000 begins at the front; the deep pages are asked one by one.
    const front = await ids(1, 10_000)
    expect(await ids(100, 60)).toEqual(front.slice(5940, 6000))
    expect(await ids(166, 60)).toEqual(front.slice(9900, 9960))
    expect(await ids(90, 60)).toEqual(front.slice(5340, 5400))
    const end = await ids(2, 10_000)
    expect([...front, ...end].length).toBe(rows)
    expect(await ids(201, 60)).toEqual([])
    expect(await ids(200, 60)).toEqual(end.slice(-60))
  },
)

test.each([
  { ordering: '-fees' },
  { ordering: 'group_id' },
  { search: '가온' },
  { search: 'ㅅㅂ', ordering: 'owner' },
  { registrated_at_end: '2026-03-01', search: '근저당' },
])('%j: every page from memory is the page read from the tables', async (filters) => {
  const { db } = database
  const groups = await readGroups(db)
  const reader = createListReader(db, caseBookTable)
  const question = { condition: caseBookCondition(filters, groups), order: caseBookOrder(filters.ordering, groups) }
  const read = await listCaseBook(createListReader(db, caseBookTable), { ...filters, page: 1, page_size: 10_000 })
  expect(read.total_count).toBeGreaterThan(100)
  await reader.orders.learn(question, { total: read.total_count, waitFrom: 0 })
  const known = await reader.orders.page(question, { offset: 0, limit: 10_000 })
  expect(known?.total).toBe(read.total_count)
  expect(known?.rows.map(({ id }) => id)).toEqual(read.results.map(({ id }) => id))
  const page = await listCaseBook(reader, { ...filters, page: 3, page_size: 30 })
  expect(page).toEqual({ results: read.results.slice(60, 90), total_count: read.total_count })
})

test('the usual first page and the last page are read from an index, without sorting the table', async () => {
  for (const order of ['r.created_at desc nulls last, r.id asc', 'r.created_at asc nulls first, r.id desc']) {
    const plan = await sql<Record<string, string>>`
      explain select r.id from real_estate r order by ${sql.raw(order)} limit 20
    `.execute(database.db)
    expect(JSON.stringify(plan.rows)).toContain('real_estate_newest')
  }
})
