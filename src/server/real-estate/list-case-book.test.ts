import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { loadDemoCaseBook } from './demo.ts'
import { listCaseBook } from './list-case-book.ts'
import { createCounter } from './remembered-counts.ts'

const rows = 12_000
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await loadDemoCaseBook(database.db, { count: rows, now: new Date('2026-11-21T00:00:00Z') })
}, 60_000)
afterAll(() => database.drop())

test.each([undefined, '-created_at', 'receipted_at', 'owner', '-fees', 'group_id', '-id'])(
  'ordered by %s, a page far down is the same whether it is read from the front or from the end',
  async (ordering) => {
    const { db } = database
    const countRows = createCounter(db)
    const ask = (page: number, page_size: number) => listCaseBook(db, countRows, { page, page_size, ordering })
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

test('the usual first page and the last page are read from an index, without sorting the table', async () => {
  for (const order of ['r.created_at desc nulls last, r.id asc', 'r.created_at asc nulls first, r.id desc']) {
    const plan = await sql<Record<string, string>>`
      explain select r.id from real_estate r order by ${sql.raw(order)} limit 20
    `.execute(database.db)
    expect(JSON.stringify(plan.rows)).toContain('real_estate_newest')
  }
})
