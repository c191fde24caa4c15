import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { costKeys, costSummarySchema, yearReportSchema } from '#contract/deposit-cases/cost-summary.ts'
import { caseDateFields } from '#contract/records/list-query.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { depositYearBook, reportYear, summarizeByProject } from '#domain/deposit-cases/cost-summary.ts'
import { newId } from '#server/new-id.ts'
import { createRandomCosts, createRandomRange } from '#tests/support/books/random-costs.ts'
import { createRandomBelow, type RandomBelow } from '#tests/support/fakes/seeded-random.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

const projects = [
  '제2공구',
  '제10공구',
  ' 앞이 빈 곳',
  '제2공구 ',
  'Ａ구역',
  'a구역',
  '㈜달빛',
  '🏗️ 현장',
  "'인용'",
  '가',
]
function createRandomCase(randomBelow: RandomBelow) {
  return {
    id: newId(),
    business_section: projects[randomBelow(projects.length)] ?? '가',
    ...createRandomCosts(randomBelow),
  }
}

async function store(rows: readonly ReturnType<typeof createRandomCase>[]): Promise<void> {
  const columns = sql.raw(['id', 'business_section', ...costKeys, ...caseDateFields].join(', '))
  await sql`truncate deposit_case cascade`.execute(server.ownerDb)
  await sql`
    insert into deposit_case (${columns}, business_manager, owner_name, address, purpose)
    select ${columns}, '', '', '', '' from jsonb_populate_recordset(null::deposit_case, ${JSON.stringify(rows)}::jsonb)
  `.execute(server.db)
}

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'equals the report of the offline copy to the won (random cases %i)',
  async (seed) => {
    const randomBelow = createRandomBelow(seed)
    const rows = Array.from({ length: randomBelow(400) }, () => createRandomCase(randomBelow))
    await store(rows)
    for (let round = 0; round < 15; round += 1) {
      const { range, query } = createRandomRange(randomBelow)
      const response = await staff.inject({ method: 'GET', url: '/api/mysql/deposition/summary_by_section/', query })
      expect(costSummarySchema.parse(response.json()), JSON.stringify(query)).toEqual(summarizeByProject(rows, range))
    }
  },
)

test.each(['created_at_start=2026-02-30', 'receipted_at_end=gestern', 'registrated_at_start=%00'])(
  'refuses a report with %s, in Korean',
  async (query) => {
    const response = await staff.inject({ method: 'GET', url: `/api/mysql/deposition/summary_by_section/?${query}` })
    expect(response.statusCode).toBe(400)
    expect(Object.values(response.json().fields).join()).toMatch(/[가-힣]/)
  },
)

test('equals the yearly report of the offline copy, by month and by person', async () => {
  const randomBelow = createRandomBelow(7)
  const people = ['박새론 과장', '이든', ' ']
  const rows = Array.from({ length: 300 }, () => ({
    ...createRandomCase(randomBelow),
    business_manager: people[randomBelow(people.length)] ?? '',
    status: randomBelow(2) === 0 ? 'completed' : 'pending',
    cost_request_at: randomBelow(2) === 0 ? '2026-03-01' : null,
    deposit_at: randomBelow(3) === 0 ? '2026-04-01' : null,
  }))
  const columns = sql.raw(
    [
      'id',
      'business_section',
      'business_manager',
      'status',
      'cost_request_at',
      'deposit_at',
      ...costKeys,
      ...caseDateFields,
    ].join(', '),
  )
  await sql`truncate deposit_case cascade`.execute(server.ownerDb)
  await sql`
    insert into deposit_case (${columns}, owner_name, address, purpose)
    select ${columns}, '', '', '' from jsonb_populate_recordset(null::deposit_case, ${JSON.stringify(rows)}::jsonb)
  `.execute(server.db)
  const today = toOfficeDay(Date.now())
  const years = [...new Set(rows.flatMap(({ created_at: day }) => (day === null ? [] : [Number(day.slice(0, 4))])))]
  for (const year of years.flatMap((createdYear) => [createdYear, createdYear + 1]))
    for (const by of ['month', 'person'] as const)
      for (const dateField of caseDateFields) {
        const query = { year: String(year), by, date_field: dateField }
        const response = await staff.inject({ method: 'GET', url: '/api/mysql/deposition/summary_by_year/', query })
        const expected = reportYear(rows, { year, by, date_field: dateField, today }, depositYearBook)
        expect(yearReportSchema.parse(response.json()), JSON.stringify(query)).toEqual(expected)
      }
})
