import { afterAll, beforeAll, expect, test } from 'vitest'
import { fitsPerson } from '#contract/person-numbers/resident-number.ts'
import { checkPersonNumber, keepDigits } from '#domain/text/person-number.ts'
import { removeDemoRecords } from '#server/demo/demo-rows.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { getTestOfficeKeys } from '#tests/support/servers/office-keys.ts'
import { createDemoCorporateNumber, createDemoResidentNumber, numberDemoParties } from './demo-numbers.ts'
import { readPersonNumbers } from './number-at-rest.ts'

let server: TestApp
let staff: SignedIn
beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

test('are read as numbers, but have a wrong check digit', () => {
  for (let n = 0; n < 1000; n += 1) {
    expect(checkPersonNumber('person', createDemoResidentNumber(n)).ok).toBe(true)
    expect(fitsPerson(keepDigits(createDemoResidentNumber(n)))).toBe(false)
    expect(createDemoResidentNumber(n)).toMatch(/^\d{6}-[12]0000\d\d$/)
    expect(checkPersonNumber('corporation', createDemoCorporateNumber(n)).ok).toBe(true)
  }
})

test('are given to demo parties only and removed with them', async () => {
  const unitId = (await makeRecord(staff, 'real-estate-units'))['id']
  const [invented, own] = [
    await makeRecord(staff, 'unit-owners', { unit_id: unitId, owner: '박새론' }),
    await makeRecord(staff, 'unit-owners', { unit_id: unitId, owner: '김가온' }),
  ]
  const id = String(invented['id'])
  await server.ownerDb.updateTable('unit_owner').set({ is_demo: true }).where('id', '=', id).execute()
  expect(await numberDemoParties(server.ownerDb, getTestOfficeKeys())).toBe(1)
  expect(await numberDemoParties(server.ownerDb, getTestOfficeKeys())).toBe(0)
  const ids = [id, String(own['id'])]
  expect([
    ...(await readPersonNumbers(server.db, getTestOfficeKeys(), { collection: 'unit-owners', ids })).keys(),
  ]).toEqual([id])
  await removeDemoRecords(server.ownerDb)
  expect(await server.db.selectFrom('party_number').selectAll().execute()).toEqual([])
})
