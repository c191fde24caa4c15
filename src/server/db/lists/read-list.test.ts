import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DepositListQuery } from '#contract/deposit-cases.ts'
import { depositCaseCollection } from '#server/deposit-cases/collections.ts'
import { depositCondition, depositOrder } from '#server/deposit-cases/deposit-case-query.ts'
import { findWords } from '#server/deposit-cases/case-words.ts'
import { depositCaseTable, listDepositCases } from '#server/deposit-cases/list-deposit-cases.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { createListReader } from './read-list.ts'
import { createColumns } from './remembered-columns.ts'

const rows = 3000
let database: TestDatabase

/** The older a case, the more it is of the river: what only the oldest ones hold stands far from the front of the list. */
beforeAll(async () => {
  database = await createTestDatabase()
  const cases = Array.from({ length: rows }, (_, index) => {
    const fields = {
      business_section: index > 2500 ? '누리천 정비' : `해든 우회도로 제${index % 7}공구`,
      business_manager: '김가온',
      owner_name: index % 3 === 0 ? '박새론' : '이든',
      address: `별빛리 ${index}`,
      purpose: '소유권이전',
      status: index > 2900 ? 'on_hold' : 'pending',
    }
    const derived = depositCaseCollection.derive(fields)
    const id = `01990000-0000-7000-8000-${((index * 7919) % 100_000).toString(16).padStart(12, '0')}`
    return {
      id,
      ...fields,
      ...derived,
      created_at:
        index % 50 === 0
          ? null
          : new Date(Date.UTC(2026, 0, 1) - Math.floor(index / 4) * 86_400_000).toISOString().slice(0, 10),
    }
  })
  await sql`
    insert into deposit_case (id, business_section, business_manager, owner_name, address, purpose, status, created_at, search_text, search_grams)
    select id, business_section, business_manager, owner_name, address, purpose, status, created_at, search_text, search_grams
    from jsonb_populate_recordset(null::deposit_case, ${JSON.stringify(cases)}::jsonb)
  `.execute(database.db)
})
afterAll(() => database.drop())

async function expectedIds(query: DepositListQuery): Promise<string[]> {
  const condition = depositCondition(query, await findWords(database.db, query))
  const result = await sql<{ id: string }>`
    select r.id from deposit_case r where ${condition} order by ${depositOrder(query.ordering)}
  `.execute(database.db)
  return result.rows.map(({ id }) => id)
}

test.each([
  { search: '박새론' },
  { search: '누리천' },
  { search: 'ㄴㄹㅊ 박새론' },
  { search: '별빛리 29' },
  { search: '없는 말' },
  { status: 'on_hold,cancelled' },
  { status: 'pending,on_hold', business_section: '누리' },
  { business_section: '공구' },
  { business_section: '공구', search: '이든', date_filter_end: '2025-01-01' },
  { search: '박새론', ordering: 'owner_name' },
])(
  '%j: a page is the same found along the order, found by sorting, or half one and half the other',
  async (filters) => {
    const expected = await expectedIds({ page: 1, page_size: 10_000, ...filters })
    const walks = [
      { rows: 100_000, from: 0 },
      { rows: 200, from: 0 },
      { rows: 1, from: 0 },
      { rows: 100, from: 100_000 },
    ]
    for (const walk of walks) {
      const reader = createListReader(database.db, depositCaseTable, walk)
      for (const [page, page_size] of [
        [1, 20],
        [2, 20],
        [5, 33],
        [1, 10_000],
        [99, 100],
      ] as const) {
        const { results, total_count } = await listDepositCases(reader, { page, page_size, ...filters })
        const start = (page - 1) * page_size
        expect(results.map(({ id }) => id)).toEqual(expected.slice(start, start + page_size))
        expect(total_count).toBe(expected.length)
      }
    }
  },
)

test('a list of a long table is the same with its columns in memory, in whatever order it stands', async () => {
  await sql`analyze deposit_case`.execute(database.ownerDb)
  const reader = createListReader(database.db, depositCaseTable)
  const columns = createColumns(database.db, depositCaseTable, { shortTable: 0 })
  await columns.learn()
  for (const filters of [
    {},
    { search: '박새론' },
    { status: 'on_hold', ordering: 'owner_name' },
    { search: 'ㄴㄹㅊ', ordering: '-address' },
  ]) {
    const expected = await expectedIds({ page: 1, page_size: 10_000, ...filters })
    for (const page of [1, 3, 150]) {
      const known = await listDepositCases({ ...reader, columns }, { page, page_size: 20, ...filters })
      expect(known.results.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 20, page * 20))
      expect(known.total_count).toBe(expected.length)
    }
  }
})
