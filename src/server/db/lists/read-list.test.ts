import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { countedExactly } from '#contract/records/list-query.ts'
import { compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import {
  depositCaseList,
  type DepositFilters,
  writableDepositCaseBook,
} from '#server/deposit-cases/list-deposit-cases.ts'
import { leaveList } from '#server/leave/books.ts'
import { takeThird } from '#tests/support/runner/test-depth.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { findPageAbove, readCut, readSortKeys } from './find-page.ts'
import { openList, readListPage, readWholeList } from './read-list.ts'

/**
 * More than are counted exactly. The older a case, the likelier it mentions the river, so the
 * matches of some searches are far down the list.
 */
const rows = 12_345
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const cases = Array.from({ length: rows }, (_, index) => {
    const fields = {
      business_section: index > 11_500 ? '누리천 정비' : `해든 우회도로 제${index % 7}공구`,
      business_manager: '김가온',
      owner_name: index % 3 === 0 ? '박새론' : '이든',
      address: `별빛리 ${index}`,
      purpose: '소유권이전',
      status: index > 12_000 ? 'on_hold' : 'pending',
      fees: index % 11 === 0 ? null : (index * 37) % 1000,
    }
    const id = `01990000-0000-7000-8000-${((index * 7919) % 100_000).toString(16).padStart(12, '0')}`
    const createdAt =
      index % 50 === 0
        ? null
        : new Date(Date.UTC(2026, 0, 1) - Math.floor(index / 4) * dayMs).toISOString().slice(0, 10)
    return { id, ...fields, ...writableDepositCaseBook.derive(fields), created_at: createdAt }
  })
  const columns = sql.join(Object.keys(cases[0] ?? {}).map((column) => sql.ref(column)))
  await sql`
    insert into deposit_case (${columns}) select ${columns}
    from jsonb_populate_recordset(null::deposit_case, ${JSON.stringify(cases)}::jsonb)
  `.execute(database.db)
  await sql`analyze deposit_case`.execute(database.ownerDb)
}, 60_000)
afterAll(() => database.drop())

const today = '2026-11-20'

async function readPage(listQuery: DepositFilters, page: number, page_size: number) {
  const { results, ...total } = await readListPage(database.db, depositCaseList, {
    listQuery: { ...listQuery, page, page_size },
    today,
  })
  return { ids: results.map(({ id }) => id), ...total }
}

async function findIds(listQuery: DepositFilters): Promise<string[]> {
  const { condition, order } = await openList(database.db, depositCaseList, { listQuery, today })
  const result = await sql<{ id: string }>`
    select r.id from deposit_case r where ${condition} order by ${order}
  `.execute(database.db)
  return result.rows.map(({ id }) => id)
}

test.each<DepositFilters>(
  takeThird<DepositFilters>([
    {},
    { search: '박새론' },
    { search: '누리천' },
    { search: 'ㄴㄹㅊ 박새론' },
    { search: '별빛리 29' },
    { search: '리' },
    { search: '없는 말' },
    { status: 'on_hold,cancelled' },
    { status: 'pending,on_hold', business_section: '누리' },
    { business_section: '공구' },
    { business_section: '공구', search: '이든', date_filter_end: '2025-01-01' },
    { search: '박새론', ordering: 'owner_name' },
    { ordering: '-fees' },
    { ordering: 'fees', purpose: '이전' },
    { ordering: '-id', search: '이든' },
  ]),
)('%j: every page matches filtering and sorting the whole table, for any number of matches', async (filters) => {
  const expected = await findIds(filters)
  for (const [page, size] of [
    [1, 20],
    [2, 20],
    [5, 33],
    [500, 20],
    [501, 20],
    [2, 10_000],
    [99, 100],
    [9999, 20],
  ] as const) {
    const start = (page - 1) * size
    const listPage = await readPage(filters, page, size)
    expect(listPage.ids).toEqual(expected.slice(start, start + size))
    const isTrue = listPage.total_is_at_least
      ? listPage.total_count <= expected.length
      : listPage.total_count === expected.length
    expect([page, size, listPage.total_count, isTrue]).toEqual([page, size, listPage.total_count, true])
  }
})

test.each(
  takeThird([
    '박',
    '누',
    '이',
    '가',
    'ㅂ',
    'ㅊ',
    'ㅅㄹ',
    '7',
    '12',
    '새',
    '새ㄹ',
    '새ㄹ 누',
    '누리',
    '빛ㄹ',
    'slgks',
    '없',
    'ㅋ',
    ...['누', '가온'].map((word) => word.normalize('NFD')),
  ]),
)('a search for %j finds exactly the rows that devices would find', async (search) => {
  const { rows: all } = await sql<{ id: string; search_text: string }>`
    select id, search_text from deposit_case
  `.execute(database.db)
  const holding = all.filter(({ search_text }) => matchesSearch(search_text, compileSearch(search)))
  expect((await findIds({ search })).toSorted()).toEqual(holding.map(({ id }) => id).toSorted())
})

/** The plan of a statement with the given planner methods disabled. */
async function explainPlan(statement: RawBuilder<unknown>, ...switchedOff: string[]): Promise<string> {
  return await database.db.transaction().execute(async (trx) => {
    for (const way of switchedOff) await sql`set local ${sql.raw(way)} = off`.execute(trx)
    const plan = await sql`explain ${statement}`.execute(trx)
    return JSON.stringify(plan.rows)
  })
}

test.each(['누', '정', 'ㅊ', '7'])('the search index finds the single character %s', async (search) => {
  const { condition } = await openList(database.db, depositCaseList, { listQuery: { search }, today })
  const plan = await explainPlan(sql`select r.id from deposit_case r where ${condition}`, 'enable_seqscan')
  expect(plan).toContain('Bitmap Index Scan on deposit_case_search')
})

test('applies a date filter within the index of the default order, also next to a word search', async () => {
  const statement = sql`
    select r.id from deposit_case r where r.registrated_at <= '2026-03-01' and r.search_text like '%누%'
    order by r.created_at desc, r.id desc limit 20
  `
  const plan = await explainPlan(statement, 'enable_seqscan', 'enable_bitmapscan', 'enable_sort')
  expect(plan).toMatch(/using deposit_case_newest.*Index Cond: \(registrated_at/)
})

test.each([
  [1, 20],
  [300, 20],
  [499, 20],
])('page %i read from the part above a cut equals that of the whole list, or is undefined', async (page, page_size) => {
  const listQuery = { search: '별빛리' }
  const { condition } = await openList(database.db, depositCaseList, { listQuery, today })
  const range = { offset: (page - 1) * page_size, limit: page_size }
  const keys = await readSortKeys(database.db, depositCaseList, undefined)
  const expected = (await findIds(listQuery)).slice(range.offset, range.offset + page_size)
  const listPages = await Promise.all(
    [null, '2025-12-30', '2018-01-01', '2015-01-01'].map((day) => {
      const above = day === null ? sql`false` : sql`(r.created_at is null or r.created_at >= ${day})`
      const cut = sql<boolean>`${above} and ${condition}`
      return findPageAbove(database.db, depositCaseList, { condition, keys, range, cut })
    }),
  )
  const pages = listPages.map((listPage) => listPage?.rows.map(({ id }) => id))
  expect([pages[0], pages.at(-1)]).toEqual([undefined, expected])
  expect(pages.filter((ids) => ids !== undefined && ids.join() !== expected.join())).toEqual([])
  expect(listPages[3]?.counted).toBeGreaterThan(countedExactly)
})

test('cuts near the estimated position of the page, but not for rare words or other orders', async () => {
  const cutFor = async (listQuery: DepositFilters, needed: number) => {
    const { condition } = await openList(database.db, depositCaseList, { listQuery, today })
    const keys = await readSortKeys(database.db, depositCaseList, listQuery.ordering)
    return await readCut(database.db, depositCaseList, { condition, keys, needed })
  }
  const cut = await cutFor({ search: '별빛리' }, 1000)
  const { rows: above } = await sql`select 1 from deposit_case r where ${cut ?? sql`true`}`.execute(database.db)
  expect(above.length).toBeGreaterThan(200)
  expect(above.length).toBeLessThan(5000)
  expect(await cutFor({ search: '누리천' }, 10_000)).toBeUndefined()
  expect(await cutFor({ search: '별빛리', ordering: 'fees' }, 1000)).toBeUndefined()
})

test('the count is exact up to 10,000 and marked as a minimum beyond it', async () => {
  expect(await readPage({ search: '누리천' }, 1, 20)).toMatchObject({ total_count: rows - 11_501 })
  expect(await readPage({ search: '누리천' }, 1, 20)).not.toHaveProperty('total_is_at_least')
  const total = { total_count: countedExactly, total_is_at_least: true }
  expect(await readPage({}, 1, 20)).toMatchObject(total)
  expect(await readPage({}, 9999, 20)).toMatchObject({ ids: [], ...total })
  const ids = await findIds({})
  const mark = (few: readonly string[]) =>
    sql`update deposit_case set purpose = '근저당권말소' where id = any(${few}::uuid[])`.execute(database.db)
  await mark(ids.slice(0, countedExactly))
  expect(await readPage({ purpose: '말소' }, 500, 20)).toEqual({
    ids: ids.slice(9980, 10_000),
    total_count: countedExactly,
  })
  await mark(ids.slice(countedExactly, countedExactly + 1))
  const further = { total_count: countedExactly + 1, total_is_at_least: true }
  expect(await readPage({ purpose: '말소' }, 500, 20)).toEqual({ ids: ids.slice(9980, 10_000), ...further })
  const last = { ids: [ids[countedExactly]], total_count: countedExactly + 1 }
  expect(await readPage({ purpose: '말소' }, 501, 20)).toEqual(last)
})

test.each(['%', '별_리', '29\\'])('special characters in %j match literally', async (search) => {
  expect(await readPage({ search }, 1, 20)).toEqual({ ids: [], total_count: 0 })
})

test('a client that reads until it has `total_count` rows gets every row', async () => {
  const { db } = database
  const size = 1500
  const pagedIds: string[] = []
  for (let page = 1; ; page += 1) {
    const { ids, total_count } = await readPage({ search: '별빛리' }, page, size)
    pagedIds.push(...ids)
    if (pagedIds.length >= total_count || ids.length === 0) break
  }
  expect(pagedIds).toEqual(await findIds({ search: '별빛리' }))
  expect(pagedIds).toHaveLength((await readWholeList(db, depositCaseList, { listQuery: {}, today })).length)
})

test('refuses to read a book with owners without a reader', async () => {
  await expect(readListPage(database.db, leaveList, { listQuery: { page: 1, page_size: 20 }, today })).rejects.toThrow(
    'without a reader',
  )
})
