import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { costKeys, costSummarySchema } from '#contract/cost-summary.ts'
import { addDays } from '#domain/office-date.ts'
import { summariseBySection, type CostRange } from '#domain/cost-summary.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../../tests/support/build-test-app.ts'

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
const days = ['receipted_at', 'created_at', 'registrated_at'] as const

function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

function randomCase(pick: (below: number) => number): DepositCaseRecord {
  const amount = () => [null, 0, 1, 999_999_999_999, pick(10_000_000)][pick(5)] ?? null
  const day = () => (pick(4) === 0 ? null : addDays('2026-01-01', pick(40)))
  return {
    id: newId(),
    business_section: sections[pick(sections.length)] ?? '가',
    ...Object.fromEntries(costKeys.map((key) => [key, amount()])),
    ...Object.fromEntries(days.map((key) => [key, day()])),
  } as DepositCaseRecord
}

function randomRange(pick: (below: number) => number): CostRange {
  const bound = () => ['', undefined, addDays('2026-01-01', pick(40))][pick(3)]
  return Object.fromEntries(
    days.flatMap((field) => [
      [`${field}_start`, pick(3) === 0 ? bound() : undefined],
      [`${field}_end`, pick(3) === 0 ? bound() : undefined],
    ]),
  )
}

async function store(rows: readonly DepositCaseRecord[]): Promise<void> {
  const columns = sql.raw(['id', 'business_section', ...costKeys, ...days].join(', '))
  await sql`truncate deposit_case`.execute(server.ownerDb)
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
      const range = randomRange(pick)
      const query = Object.fromEntries(
        Object.entries(range).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
      )
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
