import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

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

function put(person: SignedIn, payload: object, headers: Record<string, string> = {}) {
  return person.inject({ method: 'PUT', url, payload, headers })
}

async function readChanges(id: string) {
  return await server.db.selectFrom('change').selectAll().where('record_id', '=', id).orderBy('version').execute()
}

test('a create returns the joined row with its opId, version and log position', async () => {
  const opId = newId()
  const id = newId()
  const response = await staff.inject({
    method: 'POST',
    url,
    headers: { 'idempotency-key': opId },
    payload: { id, group_id: groupId, owner: '박새론', fees: 150_000 },
  })
  expect(response.statusCode).toBe(201)
  expect(response.headers['op-id']).toBe(opId)
  expect(response.headers.etag).toBe('"1"')
  expect(response.headers['change-seq']).toMatch(/^\d+\.\d+$/)
  expect(response.json()).toMatchObject({ id, version: 1, owner: '박새론', fees: 150_000, group: { id: groupId } })
  const [change] = await readChanges(id)
  expect(change).toMatchObject({ kind: 'create', op_id: opId, fields: { fees: { old: null, new: 150_000 } } })
  const audit = await server.db.selectFrom('audit').selectAll().where('record_id', '=', id).execute()
  expect(audit).toMatchObject([{ act: 'create', user_id: staff.user.id, subject: '박새론' }])
})

test('a replay gets the stored response and writes nothing', async () => {
  const opId = newId()
  const request = { id: newId(), group_id: groupId, owner: '이든' }
  const send = () => staff.inject({ method: 'POST', url, headers: { 'idempotency-key': opId }, payload: request })
  const first = await send()
  await put(colleague, { id: request.id, owner: '다른 사람' })
  const repeated = await send()
  expect([repeated.statusCode, repeated.body]).toEqual([first.statusCode, first.body])
  expect(repeated.headers['change-seq']).toBe(first.headers['change-seq'])
  expect(await readChanges(request.id)).toHaveLength(2)
})

test('ten concurrent duplicates have one effect and one response', async () => {
  const row = await makeCase(staff, groupId)
  const headers = { 'idempotency-key': newId() }
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => put(staff, { id: row.id, fees: 70_000 }, headers)),
  )
  expect(new Set(responses.map((result) => result.body)).size).toBe(1)
  expect(await readChanges(row.id)).toHaveLength(2)
})

test('disjoint edits of two people on one version both apply', async () => {
  const row = await makeCase(staff, groupId, { fees: 100_000 })
  await put(colleague, { id: row.id, proof: 5000 }, { 'if-match': '"1"' })
  const mine = await put(staff, { ...row, fees: 120_000 }, { 'if-match': '"1"' })
  expect(mine.statusCode).toBe(200)
  expect(mine.json()).toMatchObject({ fees: 120_000, proof: 5000, version: 3 })
})

test('the same field with another value is a conflict that returns the current value and its author', async () => {
  const row = await makeCase(staff, groupId, { fees: 100_000 })
  await put(colleague, { id: row.id, fees: 110_000 }, { 'if-match': '"1"' })
  const mine = await put(staff, { id: row.id, fees: 120_000, owner: '나래' }, { 'if-match': '"1"' })
  expect([mine.statusCode, mine.headers.etag]).toEqual([409, '"2"'])
  expect(mine.json()).toMatchObject({
    code: 'conflict',
    current: { fees: 110_000, owner: '김가온', version: 2 },
    conflicts: [
      { field: 'fees', base: 100_000, theirs: 110_000, changed_by: colleague.user.nickname },
      { field: 'fees_vat' },
    ],
  })
  expect(await readChanges(row.id)).toHaveLength(2)
})

test('the same field with the same value is no conflict', async () => {
  const row = await makeCase(staff, groupId, { fees: 100_000 })
  await put(colleague, { id: row.id, fees: 110_000 }, { 'if-match': '"1"' })
  const mine = await put(staff, { id: row.id, fees: 110_000 }, { 'if-match': '"1"' })
  expect([mine.statusCode, mine.json().version]).toEqual([200, 2])
})

test('a field that was changed and changed back causes no conflict', async () => {
  const row = await makeCase(staff, groupId, { fees: 100_000 })
  await put(colleague, { id: row.id, fees: 110_000 })
  await put(colleague, { id: row.id, fees: 100_000 })
  const mine = await put(staff, { id: row.id, fees: 120_000 }, { 'if-match': '"1"' })
  expect(mine.json()).toMatchObject({ fees: 120_000, version: 4 })
})

test('without If-Match the last write wins', async () => {
  const row = await makeCase(staff, groupId, { fees: 100_000 })
  await put(colleague, { id: row.id, fees: 110_000 })
  expect((await put(staff, { id: row.id, fees: 120_000 })).json()).toMatchObject({ fees: 120_000, version: 3 })
})

test('an If-Match from a future lost in a restore makes every difference a conflict', async () => {
  const row = await makeCase(staff, groupId, { fees: 100_000, proof: 1000 })
  const mine = await put(staff, { id: row.id, fees: 120_000, proof: 1000 }, { 'if-match': '"9"' })
  expect(mine.statusCode).toBe(409)
  expect(mine.json().conflicts).toMatchObject([{ field: 'fees', base: null, theirs: 100_000 }])
})

test('an If-Match older than the log makes every difference a conflict', async () => {
  const row = await makeCase(staff, groupId, { fees: 100_000 })
  await put(colleague, { id: row.id, proof: 1000 })
  await server.db.deleteFrom('change').where('record_id', '=', row.id).execute()
  expect((await put(staff, { id: row.id, fees: 120_000 }, { 'if-match': '"1"' })).statusCode).toBe(409)
})

test('an update that changes nothing returns the row, logs no change, and still stores its opId', async () => {
  const row = await makeCase(staff, groupId, { fees: 100_000 })
  const opId = newId()
  const result = await put(staff, { ...row }, { 'idempotency-key': opId, 'if-match': '"1"' })
  expect([result.statusCode, result.json()]).toEqual([200, row])
  expect(await readChanges(row.id)).toHaveLength(1)
  expect(await server.db.selectFrom('op').select('status').where('op_id', '=', opId).execute()).toEqual([
    { status: 200 },
  ])
})

test('an opId with another body is refused, and another person’s opId never shows the stored response', async () => {
  const row = await makeCase(staff, groupId)
  const headers = { 'idempotency-key': newId() }
  await put(staff, { id: row.id, fees: 1000 }, headers)
  const otherBody = await put(staff, { id: row.id, fees: 2000 }, headers)
  const otherUser = await put(colleague, { id: row.id, fees: 1000 }, headers)
  for (const result of [otherBody, otherUser]) {
    expect([result.statusCode, result.json().code]).toEqual([422, 'op_reused'])
    expect(result.json()).not.toHaveProperty('id')
  }
  expect((await readChanges(row.id)).map(({ version }) => version)).toEqual([1, 2])
})

test('refuses a delete under the opId of an update', async () => {
  const row = await makeCase(staff, groupId)
  const headers = { 'idempotency-key': newId() }
  await put(staff, { id: row.id }, headers)
  const response = await staff.inject({ method: 'DELETE', url, payload: { id: row.id }, headers })
  expect(response.json().code).toBe('op_reused')
})

test('a refusal is stored: the same opId stays refused after its reason is gone', async () => {
  const id = newId()
  const headers = { 'idempotency-key': newId() }
  const send = () => put(staff, { id, fees: 1 }, headers)
  expect((await send()).statusCode).toBe(404)
  await staff.inject({ method: 'POST', url, payload: { id, group_id: groupId } })
  expect((await send()).statusCode).toBe(404)
  expect(await readChanges(id)).toHaveLength(1)
})

test('a 400 is not stored: the corrected body may use the same opId', async () => {
  const row = await makeCase(staff, groupId)
  const headers = { 'idempotency-key': newId() }
  expect((await put(staff, { id: row.id, fees: 'many' }, headers)).statusCode).toBe(400)
  expect((await put(staff, { id: row.id, fees: 5 }, headers)).statusCode).toBe(200)
})

test('a delete happens once, also when it is replayed, and is 404 under a new opId', async () => {
  const row = await makeCase(staff, groupId)
  const remove = (opId: string) =>
    staff.inject({ method: 'DELETE', url, payload: { id: row.id }, headers: { 'idempotency-key': opId } })
  const opId = newId()
  const first = await remove(opId)
  expect([first.statusCode, first.json()]).toEqual([200, { id: row.id, version: 2, deleted: true }])
  expect((await remove(opId)).body).toBe(first.body)
  expect((await remove(newId())).statusCode).toBe(404)
})

test('a delete based on an outdated version returns the current record instead of deleting it', async () => {
  const row = await makeCase(staff, groupId, { fees: 100_000 })
  await put(colleague, { id: row.id, fees: 250_000 })
  const remove = (version: number) =>
    staff.inject({ method: 'DELETE', url, payload: { id: row.id }, headers: { 'if-match': `"${version}"` } })
  const refused = await remove(1)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().conflicts).toMatchObject([
    { field: 'fees', base: 100_000, theirs: 250_000 },
    { field: 'fees_vat', base: 10_000, theirs: 25_000 },
  ])
  expect((await remove(2)).statusCode).toBe(200)
})

test('one field that a colleague changed is enough to stop an outdated delete', async () => {
  const row = await makeCase(staff, groupId)
  await put(colleague, { id: row.id, owner: '나래' })
  const headers = { 'if-match': '"1"' }
  const refused = await staff.inject({ method: 'DELETE', url, payload: { id: row.id }, headers })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().conflicts).toMatchObject([{ field: 'owner', theirs: '나래' }])
})

test('the version of a recreated record continues counting', async () => {
  const row = await makeCase(staff, groupId)
  await staff.inject({ method: 'DELETE', url, payload: { id: row.id } })
  const repeated = await makeCase(staff, groupId, { id: row.id })
  expect(repeated.version).toBe(3)
})

test('a create under a taken id returns the row for equal content and conflicts otherwise', async () => {
  const row = await makeCase(staff, groupId, { fees: 1000 })
  const create = (fees: number) =>
    staff.inject({ method: 'POST', url, payload: { id: row.id, group_id: groupId, owner: '김가온', fees } })
  const same = await create(1000)
  expect([same.statusCode, same.json()]).toEqual([200, row])
  const other = await create(2000)
  expect(other.statusCode).toBe(409)
  expect(other.json()).toMatchObject({ current: { fees: 1000 }, conflicts: [{ theirs: 1000 }, { theirs: 100 }] })
})

test('refuses a write to a missing group at its field and writes nothing', async () => {
  const id = newId()
  const headers = { 'idempotency-key': newId() }
  const response = await staff.inject({ method: 'POST', url, payload: { id, group_id: newId() }, headers })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([422, ['group_id']])
  expect(response.headers['op-id']).toBe(headers['idempotency-key'])
  expect(await readChanges(id)).toEqual([])
})

test('a group in use is not deleted and says what references it; an unused one is', async () => {
  const group = await makeGroup(staff, { name: '누리천 정비 2차' })
  const row = await makeCase(staff, group)
  const remove = () => staff.inject({ method: 'DELETE', url: '/api/mysql/realestate/group/', payload: { id: group } })
  const refused = await remove()
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'in_use'])
  expect(refused.json().message).toBe('이 사업구간을 쓰는 사건부 1건이 있어 삭제할 수 없습니다.')
  await staff.inject({ method: 'DELETE', url, payload: { id: row.id } })
  expect((await remove()).statusCode).toBe(200)
})

test('no case can be added to a group while it is being deleted', async () => {
  for (let round = 0; round < 10; round += 1) {
    const group = await makeGroup(staff)
    const id = newId()
    const [deleted, created] = await Promise.all([
      staff.inject({ method: 'DELETE', url: '/api/mysql/realestate/group/', payload: { id: group } }),
      colleague.inject({ method: 'POST', url, payload: { id, group_id: group } }),
    ])
    expect([
      [200, 422],
      [409, 201],
    ]).toContainEqual([deleted.statusCode, created.statusCode])
  }
})

test('ten people editing ten fields of one version at the same moment all keep their edits', async () => {
  const row = await makeCase(staff, groupId)
  const edits = [
    ...['owner', 'owner_address', 'purpose'].map((field) => ({ [field]: `값 ${field}` })),
    ...['fees', 'proof', 'tax', 'stamp'].map((field, place) => ({ [field]: 1000 + place })),
    ...['regi_date', 'receipted_at', 'registrated_at'].map((field) => ({ [field]: '2026-03-02' })),
  ]
  const responses = await Promise.all(
    edits.map((edit) => put(staff, { id: row.id, ...edit }, { 'if-match': '"1"', 'idempotency-key': newId() })),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(edits.map(() => 200))
  const changes = await readChanges(row.id)
  expect(changes.map(({ version }) => version)).toEqual(Array.from({ length: 11 }, (_, place) => place + 1))
  const last = responses.map((result) => result.json()).find(({ version }) => version === 11)
  expect(last).toMatchObject(Object.assign({}, ...edits))
})

test('the stored response of an edit equals its first response, including headers', async () => {
  const row = await makeCase(staff, groupId)
  const headers = { 'idempotency-key': newId(), 'if-match': '"1"' }
  const first = await put(staff, { id: row.id, owner: '한결' }, headers)
  const repeated = await put(staff, { id: row.id, owner: '한결' }, { ...headers, 'if-match': '"9"' })
  const pickStored = ({ statusCode, body, headers: { etag, 'op-id': opId, 'change-seq': place } }: typeof first) => ({
    statusCode,
    body,
    etag,
    opId,
    place,
  })
  expect(pickStored(repeated)).toEqual(pickStored(first))
  expect(pickStored(first)).toMatchObject({ statusCode: 200, etag: '"2"', opId: headers['idempotency-key'] })
  const audit = await server.db.selectFrom('audit').selectAll().where('record_id', '=', row.id).execute()
  expect(audit.map(({ act, subject, detail }) => [act, subject, detail])).toContainEqual([
    'update',
    '한결',
    { fields: ['owner'] },
  ])
})
