import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { costKeys, groupSummarySchema } from '#contract/deposit-cases/cost-summary.ts'
import { caseDateFields } from '#contract/records/list-query.ts'
import { nameGroups, summarizeByGroup } from '#domain/deposit-cases/cost-summary.ts'
import { newId } from '#server/new-id.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { createRandomCosts, createRandomRange } from '#tests/support/books/random-costs.ts'
import { createRandomBelow } from '#tests/support/fakes/seeded-random.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

const path = '/api/mysql/realestate/summary_by_section/'
// Two groups with the same name stay separate.
const names = ['제2공구', '제10공구', '해든마을', '해든마을', ' 앞이 빈 곳', "'인용'"]
let server: TestApp
let staff: SignedIn
const nameById = new Map<string, string>()

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  for (const name of names) nameById.set(await makeGroup(staff, { name }), name.trim())
})
afterAll(() => server.close())

test.each([1, 2, 3, 4, 5, 6])('equals the report of the offline copy to the won (random groups %i)', async (seed) => {
  const randomBelow = createRandomBelow(seed)
  const ids = [...nameById.keys()]
  const rows = Array.from({ length: randomBelow(400) }, () => ({
    id: newId(),
    group_id: ids[randomBelow(ids.length)] ?? '',
    ...createRandomCosts(randomBelow),
  }))
  await store(rows)
  for (let round = 0; round < 15; round += 1) {
    const { range, query } = createRandomRange(randomBelow)
    const response = await staff.inject({ method: 'GET', url: path, query })
    const expected = nameGroups(summarizeByGroup(rows, range), (id) => nameById.get(id) ?? '')
    expect(groupSummarySchema.parse(response.json()), JSON.stringify(query)).toEqual(expected)
  }
})

test.each(['created_at_start=2026-02-30', 'receipted_at_end=gestern'])(
  'refuses a report with %s, in Korean',
  async (query) => {
    const response = await staff.inject({ method: 'GET', url: `${path}?${query}` })
    expect(response.statusCode).toBe(400)
    expect(Object.values(response.json().fields).join()).toMatch(/[가-힣]/)
  },
)

async function store(rows: readonly object[]): Promise<void> {
  const columns = sql.raw(['id', 'group_id', ...costKeys, ...caseDateFields].join(', '))
  await sql`truncate real_estate cascade`.execute(server.ownerDb)
  await sql`
    insert into real_estate (${columns})
    select ${columns} from jsonb_populate_recordset(null::real_estate, ${JSON.stringify(rows)}::jsonb)
  `.execute(server.db)
}
