import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectionNames, getBook } from '#contract/books/collections.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

/**
 * Clients of the published API name records by their fields: they create no ids and send none of
 * our headers.
 */
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

const created = collectionNames.filter((name) => !['visitor', 'server'].includes(getBook(name).creatableBy ?? ''))

test.each(created)('accepts a new record of %s without an id', async (name) => {
  const record = await makeRecord(staff, name)
  expect([record['version'], typeof record['id']]).toEqual([1, 'string'])
})

test.each(['real-estate', 'deposit-cases'] as const)('derives VAT from a fee sent alone to %s', async (name) => {
  const { id } = await makeRecord(staff, name)
  const { path } = getBook(name)
  const changed = await staff.inject({ method: 'PUT', url: path, payload: { id, fees: 123_456 } })
  expect(changed.json()).toMatchObject({ fees: 123_456, fees_vat: 12_346 })
  const byHand = await staff.inject({
    method: 'PUT',
    url: path,
    payload: { id, fees: 200_000, fees_vat: 0 },
  })
  expect(byHand.json()).toMatchObject({ fees: 200_000, fees_vat: 0 })
  const full = { ...byHand.json<Record<string, unknown>>(), fees: 300_000 }
  const echoed = await staff.inject({ method: 'PUT', url: path, payload: full })
  expect(echoed.json(), 'the row as it was read, with another fee').toMatchObject({ fees: 300_000, fees_vat: 30_000 })
})
