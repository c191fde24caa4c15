import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositCaseSchemas } from '#contract/deposit-cases/deposit-cases.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { computeVat } from '#domain/money/won.ts'
import { removeDemoRecords } from '#server/demo/demo-rows.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { type DemoDepositCase, loadDemoDepositCases, makeDemoDeposit, removeDemoLetters } from './demo.ts'

const now = new Date('2026-11-21T00:00:00Z')
const today = '2026-11-21'
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

function makeDemoCases(count: number, from = 0): DemoDepositCase[] {
  return Array.from({ length: count }, (_, offset) =>
    makeDemoDeposit(1, from + offset, { today, project: offset % 12 }),
  )
}

function computeShare(all: readonly DemoDepositCase[], isMeant: (depositCase: DemoDepositCase) => boolean): number {
  return (all.filter(isMeant).length / all.length) * 100
}

test('makes only valid records with the right tax', () => {
  for (const fields of makeDemoCases(800)) {
    expect(depositCaseSchemas.create.safeParse(fields).error).toBeUndefined()
    expect(fields.fees_vat).toBe(fields.fees === null ? null : computeVat(fields.fees))
  }
})

test('mixes states as in an office and leaves 18 % of claims unpaid', () => {
  const all = makeDemoCases(5000, 32)
  const mix = { completed: 55, pending: 13, on_hold: 6, cancelled: 4 }
  for (const [status, share] of Object.entries(mix)) {
    expect(Math.abs(computeShare(all, (depositCase) => depositCase.status === status) - share), status).toBeLessThan(2)
  }
  const claimed = all.filter(({ cost_request_at }) => cost_request_at !== null && cost_request_at < addDays(today, -45))
  expect(Math.abs(computeShare(claimed, ({ deposit_at }) => deposit_at === null) - 18)).toBeLessThan(3)
})

test('puts only 수용개시일 in the future and keeps the steps of a case in order', () => {
  for (const depositCase of makeDemoCases(3000, 32)) {
    const { expropriated_at: _future, ...past } = depositCase
    const days = Object.entries(past).flatMap(([key, value]) =>
      /(_at|_date)$/.test(key) && value !== null ? [String(value)] : [],
    )
    expect(days.every((day) => day <= today)).toBe(true)
    const steps = [
      depositCase.receipted_at,
      depositCase.deposit_account_date,
      depositCase.deposit_original_date,
      depositCase.deposit_post_date,
      depositCase.cost_request_at,
      depositCase.deposit_at,
    ]
    const done = steps.filter((day) => day !== null)
    expect(done).toEqual(done.toSorted())
  }
})

test('includes open cases with a deadline within seven days', () => {
  const due = makeDemoCases(800).filter(
    ({ expropriated_at, deposit_number }) =>
      expropriated_at !== null &&
      deposit_number === null &&
      expropriated_at >= today &&
      expropriated_at <= addDays(today, 7),
  )
  expect(due.length).toBeGreaterThanOrEqual(6)
})

test('makes the same cases for the same seed and day, at any size', async () => {
  const readStored = () =>
    server.db.selectFrom('deposit_case').select(['id', 'owner_name', 'business_section']).orderBy('id').execute()
  expect(await loadDemoDepositCases(server.ownerDb, { now })).toBe(800)
  const before = await readStored()
  expect(await loadDemoDepositCases(server.ownerDb, { now })).toBe(0)
  expect(await loadDemoDepositCases(server.ownerDb, { now, count: 1000 })).toBe(200)
  expect((await readStored()).slice(0, 800)).toEqual(before)
  const found = await staff.inject({ method: 'GET', url: '/api/mysql/deposition/list/', query: { search: 'ㄴㄹㅊ' } })
  expect(found.json().total_count).toBeGreaterThan(10)
})

test('removes every demo case with its letters and keeps real ones', async () => {
  const real = {
    business_section: '가온',
    business_manager: '이든',
    owner_name: '나래',
    address: '여울동 1',
    purpose: '이전',
  }
  const id = '01890000-0000-7000-8000-000000000001'
  await staff.inject({ method: 'POST', url: '/api/mysql/deposition/list/', payload: { id, ...real } })
  const demo = await server.db
    .selectFrom('deposit_case')
    .select('id')
    .where('is_demo', '=', true)
    .executeTakeFirstOrThrow()
  for (const deposition of [id, demo.id]) {
    await staff.inject({
      method: 'POST',
      url: '/api/mysql/deposition/report/',
      payload: { title: '공문', content: '본문', deposition },
    })
  }
  await removeDemoLetters(server.ownerDb)
  expect(await removeDemoRecords(server.ownerDb, ['deposit-cases'])).toBe(1000)
  expect(await server.db.selectFrom('deposit_case').select('id').execute()).toEqual([{ id }])
  expect(await server.db.selectFrom('official_letter').select('deposition').execute()).toEqual([{ deposition: id }])
})
