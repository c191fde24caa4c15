import { afterAll, beforeAll, expect, test } from 'vitest'
import { changesPageSchema, knownOpsResponseSchema, maxKnownOps } from '#contract/sync/sync.ts'
import { newId } from '#server/new-id.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let superuser: SignedIn
let groupId: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  superuser = await server.signIn('superuser')
  groupId = await makeGroup(staff)
})
afterAll(() => server.close())

const url = '/api/sync/known-ops'

function requestKnownOps(person: SignedIn, opIds: readonly string[]) {
  return person.inject({ method: 'POST', url, payload: { op_ids: opIds } })
}

async function writeAs(person: SignedIn, payload: Record<string, unknown>): Promise<{ opId: string; status: number }> {
  const opId = newId()
  const { statusCode } = await person.inject({
    method: 'POST',
    url: '/api/mysql/realestate/list/',
    headers: { 'idempotency-key': opId },
    payload: { id: newId(), group_id: groupId, ...payload },
  })
  return { opId, status: statusCode }
}

test('returns which of one’s own edits the server has responded to, with the database epoch', async () => {
  const done = await writeAs(staff, { owner: '가상인' })
  const refused = await writeAs(staff, { group_id: newId() })
  const never = newId()
  expect([done.status, refused.status]).toEqual([201, 422])
  const response = await requestKnownOps(staff, [never, done.opId, refused.opId])
  expect(response.statusCode).toBe(200)
  const changes = changesPageSchema.parse((await staff.inject({ method: 'GET', url: '/api/sync/changes' })).json())
  expect(knownOpsResponseSchema.parse(response.json())).toEqual({
    user_id: staff.user.id,
    epoch: changes.epoch,
    answers: [
      { op_id: never, is_known: false },
      { op_id: done.opId, is_known: true },
      { op_id: refused.opId, is_known: true },
    ],
  })
})

test("another person's edits look unknown", async () => {
  const { opId } = await writeAs(superuser, { owner: '나상인' })
  expect((await requestKnownOps(staff, [opId])).json()).toMatchObject({ answers: [{ op_id: opId, is_known: false }] })
  expect((await requestKnownOps(superuser, [opId])).json()).toMatchObject({
    answers: [{ op_id: opId, is_known: true }],
  })
})

test('refuses more than five hundred ids and anything that is no opId', async () => {
  const many = Array.from({ length: maxKnownOps }, newId)
  expect((await requestKnownOps(staff, many)).statusCode).toBe(200)
  expect((await requestKnownOps(staff, [...many, newId()])).statusCode).toBe(400)
  expect((await requestKnownOps(staff, [])).statusCode).toBe(400)
  expect((await requestKnownOps(staff, ["' or true --"])).statusCode).toBe(400)
})

test('only staff may ask', async () => {
  const payload = { op_ids: [newId()] }
  expect((await server.app.inject({ method: 'POST', url, payload })).statusCode).toBe(401)
  const member = await server.signIn('member')
  expect((await member.inject({ method: 'POST', url, payload })).statusCode).toBe(403)
})
