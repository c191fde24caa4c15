import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { caseBookTable } from '#server/real-estate/list-case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../../../tests/support/build-test-app.ts'
import { makeCase, makeGroup } from '../../../../tests/support/case-book.ts'
import { loadDemoCaseBook, removeDemoCaseBook } from '#server/real-estate/demo.ts'
import { createCounter } from './remembered-counts.ts'

const all = sql<boolean>`true`
let server: TestApp
let staff: SignedIn
let groupId: string
let count: ReturnType<typeof createCounter>

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  groupId = await makeGroup(staff)
  count = createCounter(server.db, caseBookTable, { slowMs: -1 })
})
afterAll(() => server.close())

test('a total is remembered while nothing is committed', async () => {
  expect(await count(all)).toBe(0)
  await sql`insert into real_estate (id, group_id) values (${newId()}, ${groupId})`.execute(server.db)
  expect(await count(all), 'a row without a change row is not noticed, which shows that nothing was counted').toBe(0)
  await sql`delete from real_estate`.execute(server.db)
})

test('a create, an edit and a delete are in the next total', async () => {
  const cheap = sql<boolean>`fees < 100`
  const row = await makeCase(staff, groupId, { fees: 50 })
  expect([await count(all), await count(cheap)]).toEqual([1, 1])
  await staff.inject({ method: 'PUT', url: '/api/mysql/realestate/list/', payload: { id: row.id, fees: 500 } })
  expect([await count(all), await count(cheap)]).toEqual([1, 0])
  await staff.inject({ method: 'DELETE', url: '/api/mysql/realestate/list/', payload: { id: row.id } })
  expect([await count(all), await count(cheap)]).toEqual([0, 0])
})

test('a write that was under way while others were counted is in the total once it is committed', async () => {
  const late = await server.db.startTransaction().execute()
  const id = newId()
  await sql`insert into real_estate (id, group_id) values (${id}, ${groupId})`.execute(late)
  await sql`insert into change (collection, record_id, version, kind, fields, user_name)
    values ('real-estate', ${id}, 1, 'create', '{}', '')`.execute(late)
  await makeCase(staff, groupId)
  expect(await count(all)).toBe(1)
  await late.commit().execute()
  expect(await count(all)).toBe(2)
})

test('demo data counts at once although it has no change rows', async () => {
  const before = await count(all)
  await loadDemoCaseBook(server.ownerDb, { count: 30, now: new Date('2026-11-21T00:00:00Z') })
  expect(await count(all)).toBe(before + 30)
  await removeDemoCaseBook(server.ownerDb)
  expect(await count(all)).toBe(before)
})
