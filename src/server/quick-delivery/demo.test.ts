import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QuickDeliveryRecord } from '#contract/books/quick-delivery.ts'
import { quickDeliverySchemas } from '#contract/quick-delivery/quick-delivery.ts'
import { quickDeliveryRules } from '#domain/books/quick-delivery.ts'
import { isTopUp } from '#domain/quick-delivery/quick-balance.ts'
import { removeDemoRecords } from '#server/demo/demo-rows.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { loadDemoDeliveries } from './demo.ts'

const now = new Date('2026-11-21T00:00:00Z')
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

type Row = QuickDeliveryRecord & { balance: number }

test('makes 350 valid records, 24 of them top-ups, with no negative balance and none in the future', async () => {
  expect(await loadDemoDeliveries(server.ownerDb, { now })).toBe(350)
  expect(await loadDemoDeliveries(server.ownerDb, { now })).toBe(0)
  const response = await staff.inject({ method: 'GET', url: '/api/quick/?page_size=1000' })
  const { results }: { results: Row[] } = response.json()
  expect(results).toHaveLength(350)
  expect(results.filter((row) => isTopUp(row))).toHaveLength(24)
  for (const { id: _id, version: _version, inserted_at: _made, updated_at: _changed, balance, ...fields } of results) {
    expect(quickDeliverySchemas.create.safeParse(fields).error).toBeUndefined()
    expect(quickDeliveryRules.violations({ before: null, after: fields })).toEqual({})
    expect(balance).toBeGreaterThanOrEqual(0)
    expect(Date.parse(fields.created_at)).toBeLessThan(now.getTime())
  }
})

test('removes them, edited or not, and keeps records made by people', async () => {
  await staff.inject({ method: 'POST', url: '/api/quick/', payload: { memo: '남는 기록' } })
  expect(await removeDemoRecords(server.ownerDb, ['quick-deliveries'])).toBe(350)
  const response = await staff.inject({ method: 'GET', url: '/api/quick/' })
  expect(response.json().results).toMatchObject([{ memo: '남는 기록' }])
})
