import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../../tests/support/build-test-app.ts'
import { makeCase, makeGroup } from '../../../tests/support/case-book.ts'

const url = '/api/mysql/realestate/list/'
let server: TestApp
let staff: SignedIn
let colleague: SignedIn
let groupId: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  colleague = await server.signIn('superuser')
  groupId = await makeGroup(staff)
})
afterAll(() => server.close())

function put(who: SignedIn, payload: object, headers: Record<string, string> = {}) {
  return who.inject({ method: 'PUT', url, payload, headers })
}

async function changesOf(id: string) {
  return await server.db.selectFrom('change').selectAll().where('record_id', '=', id).orderBy('version').execute()
}

test('a create answers the joined row with its opId, version and place in the log', async () => {
  const opId = newId()
  const id = newId()
  const answer = await staff.inject({
    method: 'POST',
    url,
    headers: { 'idempotency-key': opId },
    payload: { id, group_id: groupId, owner: '박새론', fees: 150_000 },
  })
  expect(answer.statusCode).toBe(201)
  expect(answer.headers['op-id']).toBe(opId)
  expect(answer.headers.etag).toBe('"1"')
  expect(answer.headers['change-seq']).toMatch(/^\d+\.\d+$/)
  expect(answer.json()).toMatchObject({ id, version: 1, owner: '박새론', fees: 150_000, group: { id: groupId } })
  const [change] = await changesOf(id)
  expect(change).toMatchObject({ kind: 'create', op_id: opId, fields: { fees: { old: null, new: 150_000 } } })
  const audit = await server.db.selectFrom('audit').selectAll().where('record_id', '=', id).execute()
  expect(audit).toMatchObject([{ act: 'create', user_id: staff.user.id, subject: '박새론' }])
})

test('a replay gets the stored answer and writes nothing', async () => {
  const opId = newId()
  const request = { id: newId(), group_id: groupId, owner: '이든' }
  const send = () => staff.inject({ method: 'POST', url, headers: { 'idempotency-key': opId }, payload: request })
  const first = await send()
  await put(colleague, { id: request.id, owner: '다른 사람' })
  const again = await send()
  expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
  expect(again.headers['change-seq']).toBe(first.headers['change-seq'])
  expect(await changesOf(request.id)).toHaveLength(2)
})

test('ten duplicates at once have one effect and one answer', async () => {
  const row = await makeCase(staff, groupId)
  const headers = { 'idempotency-key': newId() }
  const answers = await Promise.all(Array.from({ length: 10 }, () => put(staff, { id: row.id, fees: 70_000 }, headers)))
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect(await changesOf(row.id)).toHaveLength(2)
})

test('disjoint edits of two people on one version both stand', async () => {
  const row = await makeCase(staff, groupId, { fees: 100_000 })
  await put(colleague, { id: row.id, proof: 5000 }, { 'if-match': '"1"' })
  const mine = await put(staff, { ...row, fees: 120_000 }, { 'if-match': '"1"' })
  expect(mine.statusCode).toBe(200)
  expect(mine.json()).toMatchObject({ fees: 120_000, proof: 5000, version: 3 })
})

test('the same field with another value is a conflict that says what stands there, who wrote it and when', async () => {
  const row = await makeCase(staff, groupId, { fees: 100_000 })
  await put(colleague, { id: row.id, fees: 110_000 }, { 'if-match': '"1"' })
  const mine = await put(staff, { id: row.id, fees: 120_000, owner: '나래' }, { 'if-match': '"1"' })
  expect(mine.statusCode).toBe(409)
  expect(mine.headers.etag).toBe('"2"')
  expect(mine.json()).toMatchObject({
    code: 'conflict',
    current: { fees: 110_000, owner: '김가온', version: 2 },
    conflicts: [{ field: 'fees', base: 100_000, theirs: 110_000, changed_by: colleague.user.nickname }],
  })
  expect(await changesOf(row.id)).toHaveLength(2)
})
