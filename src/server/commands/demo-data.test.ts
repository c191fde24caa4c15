import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { getTestOfficeKeys } from '#tests/support/servers/office-keys.ts'
import { addDemoRecords } from './demo-data.ts'

let server: TestApp
let staff: SignedIn
beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

const readEpoch = async () => (await server.db.selectFrom('meta').select('epoch').executeTakeFirstOrThrow()).epoch

test('gives numbers to parties of units added later, and shows them only for a reason', async () => {
  const options = {
    caseBook: 0,
    units: 12,
    depositCases: 0,
    addresses: 0,
    seed: 1,
    now: new Date('2026-11-21T00:00:00Z'),
  }
  await addDemoRecords(server.ownerDb, options, getTestOfficeKeys())
  for (const table of ['unit_owner', 'unit_mortgage'] as const) {
    const rows = await server.db.selectFrom(table).selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ num_masked }) => num_masked === null)).toEqual([])
  }
  const { id, unit_id } = await server.db
    .selectFrom('unit_owner')
    .select(['id', 'unit_id'])
    .where('party_kind', '=', 'person')
    .executeTakeFirstOrThrow()
  const url = `/api/mysql/realestate/owner/list?group_data_id=${unit_id}`
  const listed = (await staff.inject({ method: 'GET', url })).json<{ id: string; owner_num: string }[]>()
  const masked = listed.find((owner) => owner.id === id)?.owner_num ?? ''
  expect(masked).toMatch(/^\d{6}-[12]\*{6}$/)
  const shown = await staff.inject({
    method: 'POST',
    url: '/api/mysql/realestate/reveal_number',
    payload: { collection: 'unit-owners', id, reason: '예시 번호 확인' },
  })
  expect(shown.json<{ number: string }>().number).toMatch(new RegExp(`^${masked.slice(0, 8)}0000\\d\\d$`))
})

test('makes devices copy parties again that they copied before numbers were added', async () => {
  const parties = server.ownerDb.updateTable('unit_owner').set({ owner_num: null, num_masked: null })
  await parties.where('is_demo', '=', true).execute()
  const before = await readEpoch()
  const none = { caseBook: 0, units: 0, depositCases: 0, addresses: 0, seed: 1, now: new Date('2026-11-21T00:00:00Z') }
  await addDemoRecords(server.ownerDb, none, getTestOfficeKeys())
  expect(await readEpoch()).not.toBe(before)
  const previousEpoch = await readEpoch()
  await addDemoRecords(server.ownerDb, none, getTestOfficeKeys())
  expect(await readEpoch()).toBe(previousEpoch)
})
