import { afterAll, beforeAll, expect, test } from 'vitest'
import { deletedRecordsSchema } from '#contract/sync/deleted-records.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let colleague: SignedIn
let group: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  colleague = await server.signIn('superuser')
  group = await makeGroup(staff)
})
afterAll(() => server.close())

async function listDeleted() {
  const response = await staff.inject({ method: 'GET', url: '/api/sync/real-estate/deleted' })
  expect(response.statusCode).toBe(200)
  return deletedRecordsSchema.parse(response.json()).results
}

async function remove(id: string) {
  await colleague.inject({ method: 'DELETE', url: '/api/mysql/realestate/list/', payload: { id } })
}

test('lists what a colleague deleted, newest first, with the last values', async () => {
  const first = await makeCase(staff, group, { owner: '김가온', fees: 300_000 })
  const second = await makeCase(staff, group, { owner: '나누리' })
  await makeCase(staff, group, { owner: '도래솔' })
  await remove(first.id)
  await remove(second.id)
  const deleted = await listDeleted()
  expect(deleted.map(({ id, deleted_by }) => [id, deleted_by])).toEqual([
    [second.id, colleague.user.nickname],
    [first.id, colleague.user.nickname],
  ])
  expect(deleted[1]?.fields).toMatchObject({ owner: '김가온', fees: 300_000, group_id: group })
})

test('leaves out a destroyed record, whose values are gone from the log', async () => {
  const { id } = await makeCase(staff, group, { owner: '이든' })
  await remove(id)
  await server.db.updateTable('change').set({ fields: '{}' }).where('record_id', '=', id).execute()
  expect((await listDeleted()).map((record) => record.id)).not.toContain(id)
})
