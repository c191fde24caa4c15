import { afterAll, beforeAll, expect, test } from 'vitest'
import { realEstateSchemas } from '#contract/real-estate/real-estate.ts'
import { computeVat } from '#domain/money/won.ts'
import { createDemoId } from '#server/demo/demo-picker.ts'
import { removeDemoRecords } from '#server/demo/demo-rows.ts'
import { makeCase } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { loadDemoCaseBook, makeDemoCase } from './demo-case-book.ts'

const now = new Date('2026-11-21T00:00:00Z')
const today = '2026-11-21'
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

async function readEpoch() {
  return (await server.db.selectFrom('meta').select('epoch').executeTakeFirstOrThrow()).epoch
}

test('makes 600 valid entries with the right tax in 12 groups', async () => {
  expect(await loadDemoCaseBook(server.ownerDb, { now })).toEqual({ groups: 12, entries: 600 })
  const groupId = '00000000-0000-7000-8000-000000000000'
  for (let index = 0; index < 600; index += 1) {
    const fields = makeDemoCase(1, index, today)
    expect(realEstateSchemas.create.safeParse({ group_id: groupId, ...fields }).error).toBeUndefined()
    expect(fields['fees_vat']).toBe(fields['fees'] === null ? null : computeVat(Number(fields['fees'])))
  }
})

test('makes the same entries for the same seed and day, at any size', async () => {
  const readStored = () =>
    server.db.selectFrom('real_estate').select(['id', 'owner', 'group_id']).orderBy('id').execute()
  const before = await readStored()
  expect(await loadDemoCaseBook(server.ownerDb, { now })).toEqual({ groups: 12, entries: 0 })
  expect((await loadDemoCaseBook(server.ownerDb, { now, count: 700 })).entries).toBe(100)
  expect((await readStored()).slice(0, 600)).toEqual(before)
  expect(new Set(Array.from({ length: 50_000 }, (_, index) => createDemoId(1, index))).size).toBe(50_000)
})

test('puts the steps of a demo case on working days up to today, in their order', () => {
  for (let index = 32; index < 3000; index += 1) {
    const { receipted_at, created_at, registrated_at } = makeDemoCase(1, index, today)
    const days = [receipted_at, created_at, registrated_at].filter((day) => typeof day === 'string')
    expect(days).toEqual(days.filter((day) => day <= today && !isWeekend(day)).toSorted())
    expect(new Set(days).size).toBe(days.length)
  }
})

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}

test('makes devices rebuild their mirror after a load and after a removal', async () => {
  const first = await readEpoch()
  await loadDemoCaseBook(server.ownerDb, { now, count: 701 })
  const second = await readEpoch()
  await removeDemoRecords(server.ownerDb, ['real-estate', 'real-estate-groups'])
  expect(new Set([first, second, await readEpoch()]).size).toBe(3)
})

test('removes every demo row, edited ones too, and keeps real records with their groups', async () => {
  await loadDemoCaseBook(server.ownerDb, { now })
  const { id: edited } = await server.db.selectFrom('real_estate').select('id').orderBy('id').executeTakeFirstOrThrow()
  await staff.inject({ method: 'PUT', url: '/api/mysql/realestate/list/', payload: { id: edited, fees: 7 } })
  const { id: groupId } = await server.db
    .selectFrom('real_estate_group')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const real = await makeCase(staff, groupId)
  expect(await removeDemoRecords(server.ownerDb, ['real-estate', 'real-estate-groups'])).toBe(611)
  expect(await server.db.selectFrom('real_estate').select('id').execute()).toEqual([{ id: real.id }])
  expect(await server.db.selectFrom('real_estate_group').select('id').execute()).toEqual([{ id: groupId }])
  await loadDemoCaseBook(server.ownerDb, { now })
  const response = await staff.inject({
    method: 'PUT',
    url: '/api/mysql/realestate/list/',
    payload: { id: edited, proof: 9 },
    headers: { 'if-match': '"1"' },
  })
  expect([response.statusCode, response.json().version]).toEqual([200, 2])
})
