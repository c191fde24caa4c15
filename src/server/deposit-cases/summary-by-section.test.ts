import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { costKeys, costSummarySchema } from '#contract/cost-summary.ts'
import { caseDateFields } from '#contract/list-question.ts'
import { summariseBySection } from '#domain/cost-summary.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../../tests/support/build-test-app.ts'
import { random, randomCosts, randomRange, type Pick } from '../../../tests/support/random-costs.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

const sections = [
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
function randomCase(pick: Pick) {
  return { id: newId(), business_section: sections[pick(sections.length)] ?? '가', ...randomCosts(pick) }
}

async function store(rows: readonly ReturnType<typeof randomCase>[]): Promise<void> {
  const columns = sql.raw(['id', 'business_section', ...costKeys, ...caseDateFields].join(', '))
  await sql`truncate deposit_case cascade`.execute(server.ownerDb)
  await sql`
    insert into deposit_case (${columns}, business_manager, owner_name, address, purpose)
    select ${columns}, '', '', '', '' from jsonb_populate_recordset(null::deposit_case, ${JSON.stringify(rows)}::jsonb)
  `.execute(server.db)
}

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'the report of the server is the report of the offline copy, to the won (random cases %i)',
  async (seed) => {
    const pick = random(seed)
    const rows = Array.from({ length: pick(400) }, () => randomCase(pick))
    await store(rows)
    for (let round = 0; round < 15; round += 1) {
      const { range, query } = randomRange(pick)
      const answer = await staff.inject({ method: 'GET', url: '/api/mysql/deposition/summary_by_section/', query })
      expect(costSummarySchema.parse(answer.json()), JSON.stringify(query)).toEqual(summariseBySection(rows, range))
    }
  },
)

test.each(['created_at_start=2026-02-30', 'receipted_at_end=gestern', 'registrated_at_start=%00'])(
  'a report asked with %s is refused, in Korean',
  async (query) => {
    const answer = await staff.inject({ method: 'GET', url: `/api/mysql/deposition/summary_by_section/?${query}` })
    expect(answer.statusCode).toBe(400)
    expect(Object.values(answer.json().fields).join()).toMatch(/[가-힣]/)
  },
)
