import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareText } from '#domain/text/search-text.ts'
import { openList, readListPage } from '#server/db/lists/read-list.ts'
import { takeThird } from '#tests/support/runner/test-depth.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { loadDemoCaseBook } from './demo-case-book.ts'
import { caseBookList } from './list-case-book.ts'

const count = 12_000
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await loadDemoCaseBook(database.ownerDb, { count, now: new Date('2026-11-21T00:00:00Z') })
}, 60_000)
afterAll(() => database.drop())

const today = '2026-11-20'

test.each(takeThird([undefined, '-created_at', 'receipted_at', 'owner', '-fees', 'group_id', '-id']))(
  'pages continue without gaps far down, ordered by %s',
  async (ordering) => {
    const { db } = database
    const readPage = (page: number, page_size: number) =>
      readListPage(db, caseBookList, { listQuery: { page, page_size, ordering }, today })
    const readIds = async (page: number, size: number) => (await readPage(page, size)).results.map(({ id }) => id)
    // A page of 10,000 covers the front; deep pages are requested one by one.
    const front = await readIds(1, 10_000)
    expect(await readIds(100, 60)).toEqual(front.slice(5940, 6000))
    expect(await readIds(166, 60)).toEqual(front.slice(9900, 9960))
    expect(await readIds(90, 60)).toEqual(front.slice(5340, 5400))
    const end = await readIds(2, 10_000)
    expect([...front, ...end].length).toBe(count)
    expect(await readIds(201, 60)).toEqual([])
    expect(await readIds(200, 60)).toEqual(end.slice(-60))
  },
)

test('reads a page in default order from an index without sorting the table', async () => {
  const { condition, order } = await openList(database.db, caseBookList, { listQuery: {}, today })
  const plan = await sql`
    explain select r.id from real_estate r where ${condition} order by ${order} limit 20 offset 5000
  `.execute(database.db)
  expect(JSON.stringify(plan.rows)).toMatch(/Index Only Scan using real_estate_newest/)
})

test('sorts by the name of the group, and entries of equal names by id', async () => {
  const { db, ownerDb } = database
  await sql`update real_estate_group set name = '가나다' where id in (select id from real_estate_group order by id limit 5)`.execute(
    ownerDb,
  )
  const names = await db.selectFrom('real_estate_group').select(['id', 'name']).execute()
  const nameById = new Map(names.map(({ id, name }) => [id, name]))
  const rows = await db.selectFrom('real_estate').select(['id', 'group_id']).execute()
  const expected = rows
    .map(({ id, group_id }) => ({ id, name: nameById.get(group_id) ?? '' }))
    .toSorted((a, b) => compareText(b.name, a.name) || compareText(a.id, b.id))
  const listQuery = { ordering: '-group_id', page: 2, page_size: 5000 }
  const { results } = await readListPage(db, caseBookList, { listQuery, today })
  expect(results.map(({ id }) => id)).toEqual(expected.slice(5000, 10_000).map(({ id }) => id))
})
