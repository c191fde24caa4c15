import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchPath, maxBatchEntries } from '#contract/sync/sync.ts'
import { newId } from '#server/new-id.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { createUpdateEntry, postBatch, send, type SentEntry } from '#tests/support/servers/batch-calls.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

const path = '/api/mysql/realestate/list/'
let server: TestApp
let staff: SignedIn
let superuser: SignedIn
let member: SignedIn
let groupId: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  superuser = await server.signIn('superuser')
  member = await server.signIn('member')
  groupId = await makeGroup(staff)
})
afterAll(() => server.close())

function sendPlain(person: SignedIn, entry: SentEntry) {
  const ifMatch = entry.base_version === undefined ? {} : { 'if-match': `"${entry.base_version}"` }
  const headers = { 'idempotency-key': entry.op_id, ...ifMatch }
  return person.inject({ method: entry.method, url: entry.path, payload: entry.body, headers })
}

async function makeCases(count: number) {
  return await Promise.all(Array.from({ length: count }, () => makeCase(staff, groupId, { fees: 100 })))
}

async function readEffects(opIds: readonly string[]) {
  return await server.db.selectFrom('change').selectAll().where('op_id', 'in', opIds).execute()
}

test('every entry gets the outcome of its plain call and does not affect the others', async () => {
  const [row, merged, collided, deleted, gone] = await makeCases(5)
  if (!row || !merged || !collided || !deleted || !gone) throw new Error('no cases')
  await superuser.inject({ method: 'PUT', url: path, payload: { id: merged.id, proof: 7 } })
  await superuser.inject({ method: 'PUT', url: path, payload: { id: collided.id, fees: 200 } })
  await superuser.inject({ method: 'DELETE', url: path, payload: { id: gone.id } })
  const created = newId()
  const responses = await send(staff, [
    createUpdateEntry({ id: row.id, fees: 300 }, { base_version: 1 }),
    createUpdateEntry({ id: merged.id, fees: 300 }, { base_version: 1 }),
    createUpdateEntry({ id: collided.id, fees: 300 }, { base_version: 1 }),
    createUpdateEntry({ id: gone.id, fees: 300 }, { base_version: 1 }),
    createUpdateEntry({ id: newId(), fees: -5 }),
    { ...createUpdateEntry({ id: deleted.id }, { base_version: 1 }), method: 'DELETE' },
    { ...createUpdateEntry({ id: created, group_id: groupId, owner: '박새론' }), method: 'POST' },
    { ...createUpdateEntry({ id: newId(), group_id: newId() }), method: 'POST' },
    createUpdateEntry({ id: newId() }, { path: '/api/nothing/here/' }),
    createUpdateEntry({ id: newId(), fees: 1 }, { op_id: 'not a number of ours' }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 409, 404, 400, 200, 201, 422, 404, 400])
  expect(responses[0]).toMatchObject({ headers: { etag: '"2"' }, body: { id: row.id, version: 2 } })
  expect(responses[1]?.body).toEqual({ id: merged.id, version: 3 })
  expect(responses[2]?.body).toMatchObject({
    code: 'conflict',
    current: { fees: 200 },
    conflicts: [{ field: 'fees', base: 100, theirs: 200, changed_by: superuser.user.nickname }, { field: 'fees_vat' }],
  })
  expect(responses[4]?.body).toMatchObject({ code: 'invalid_request', fields: { fees: expect.stringMatching(/./) } })
  const decided = responses.filter(({ headers }) => headers['op-id'] !== undefined)
  expect(decided.map(({ status }) => status)).toEqual([200, 200, 409, 404, 400, 200, 201, 422])
  for (const response of decided) expect(response.headers['op-id']).toBe(response.op_id)
  const done = responses.filter(({ status }) => status < 300)
  for (const response of done) expect(response.headers['change-seq']).toMatch(/^\d+\.\d+$/)
  const changes = await readEffects(done.map(({ op_id: opId }) => opId))
  expect(changes.map(({ kind }) => kind).toSorted()).toEqual(['create', 'delete', 'update', 'update'])
  const trail = await server.db.selectFrom('audit').selectAll().where('record_id', '=', created).execute()
  expect(trail).toMatchObject([{ act: 'create', user_id: staff.user.id, address: '127.0.0.1', subject: '박새론' }])
})

test('an entry and its plain call share one stored response', async () => {
  const [first, second] = await makeCases(2)
  const asBatch = createUpdateEntry({ id: first?.id, fees: 300, owner: '나래' }, { base_version: 1 })
  const asCall = createUpdateEntry({ id: second?.id, fees: 400 }, { base_version: 1 })
  const [answered] = await send(staff, [asBatch])
  const called = await sendPlain(staff, asCall)
  const replayedPlain = await sendPlain(staff, asBatch)
  const [replayed] = await send(staff, [asCall])
  expect(replayedPlain.statusCode).toBe(200)
  expect(replayedPlain.headers).toMatchObject(answered?.headers ?? {})
  expect(replayedPlain.json()).toMatchObject({ ...answered?.body, fees: 300, owner: '나래' })
  expect(replayed?.headers['change-seq']).toBe(called.headers['change-seq'])
  expect(replayed?.body).toEqual({ id: second?.id, version: 2 })
  expect(await readEffects([asBatch.op_id, asCall.op_id])).toHaveLength(2)
})

test('the same batch sent three times at once takes effect once and gets equal responses', async () => {
  const rows = await makeCases(20)
  const entries = rows.map(({ id }, n) => createUpdateEntry({ id, fees: 1000 + n }, { base_version: 1 }))
  const all = await Promise.all([send(staff, entries), send(staff, entries), send(staff, entries.toReversed())])
  for (const [n, { op_id: opId }] of entries.entries()) {
    const found = all.map((responses) => responses.find((response) => response.op_id === opId))
    expect(found.map((response) => response?.status)).toEqual([200, 200, 200])
    expect(new Set(found.map((response) => JSON.stringify(response))).size, `entry ${n}`).toBe(1)
  }
  expect(await readEffects(entries.map(({ op_id: opId }) => opId))).toHaveLength(20)
})

test('batches of two people over the same records and groups in opposite orders both succeed', async () => {
  const rows = await makeCases(30)
  const groups = await Promise.all([makeGroup(staff), makeGroup(staff)])
  const makeEntries = (field: string) =>
    rows.map(({ id }, n) => createUpdateEntry({ id, [field]: n + 1, group_id: groups[(n + field.length) % 2] }))
  const [mine, theirs] = await Promise.all([
    send(staff, makeEntries('fees')),
    send(superuser, makeEntries('proof').toReversed()),
  ])
  expect([...mine, ...theirs].filter(({ status }) => status !== 200)).toEqual([])
  const written = await server.db
    .selectFrom('real_estate')
    .select(['fees', 'proof'])
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  expect(written.every((row) => Number(row.fees) > 0 && Number(row.proof) > 0)).toBe(true)
})

test('write permissions apply per entry: a colleague’s leave request is not found, one’s own is', async () => {
  const leave = '/api/staff/leave/'
  const request = { type: 'annual', startDate: '2026-12-01', endDate: '2026-12-01', reason: '가족 행사' }
  const [theirs, own] = [newId(), newId()]
  const created = await superuser.inject({ method: 'POST', url: leave, payload: { id: theirs, ...request } })
  expect(created.statusCode).toBe(201)
  const responses = await send(staff, [
    { ...createUpdateEntry({ id: own, ...request }), method: 'POST', path: leave },
    createUpdateEntry({ id: theirs, reason: '바꿈' }, { path: leave }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([201, 404])
})

test('an entry adds the same fields to the record as a plain call', async () => {
  const [ride, used] = [newId(), newId()]
  const responses = await send(staff, [
    { ...createUpdateEntry({ id: ride, rider: '김기사', amount: 9000 }), method: 'POST', path: '/api/quick/' },
    {
      ...createUpdateEntry({ id: used, pay: 12_000, created_at: '2026-11-20T09:00:00+09:00' }),
      method: 'POST',
      path: '/api/mysql/card/',
    },
  ])
  expect(responses.map(({ status, body }) => [status, body])).toEqual([
    [201, { id: ride, version: 1 }],
    [201, { id: used, version: 1 }],
  ])
  const card = await server.db.selectFrom('card_usage').selectAll().where('id', '=', used).executeTakeFirst()
  expect(card).toMatchObject({ pay: '12000' })
})

test('a visitor, a member and an outdated app are refused once, for the whole request', async () => {
  const [row] = await makeCases(1)
  const entries = [createUpdateEntry({ id: row?.id, fees: 1 })]
  const visitor = await server.app.inject({ method: 'POST', url: batchPath, payload: { v: 1, entries } })
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'signed_out'])
  const refused = await postBatch(member, entries)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_permitted'])
  const old = await postBatch(staff, entries, { headers: { 'x-client-version': '0' } })
  expect([old.statusCode, old.json().code]).toEqual([426, 'client_outdated'])
  expect(await readEffects(entries.map(({ op_id: opId }) => opId))).toEqual([])
})

test.each<[string, (entry: SentEntry, other: SentEntry) => readonly unknown[]]>([
  ['two edits of one record', (entry) => [entry, { ...entry, op_id: newId() }]],
  [
    'two edits of one record, its path spelled in two ways',
    (entry) => [
      entry,
      { ...entry, op_id: newId(), path: entry.path.replace(/\/?$/, (end) => (end === '' ? '/' : '')) },
    ],
  ],
  ['one opId twice', (entry, other) => [entry, { ...other, op_id: entry.op_id }]],
  ['nothing', () => []],
  [
    'more than a hundred',
    (entry) => Array.from({ length: maxBatchEntries + 1 }, () => createUpdateEntry({ ...entry.body, id: newId() })),
  ],
  ['a method that does not write', (entry) => [{ ...entry, method: 'GET' }]],
])('refuses a batch of %s as a whole and writes nothing', async (_name, makeEntries) => {
  const [row, other] = await makeCases(2)
  const [session, second] = [createUpdateEntry({ id: row?.id, fees: 1 }), createUpdateEntry({ id: other?.id, fees: 1 })]
  const response = await postBatch(staff, makeEntries(session, second))
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
  expect(await readEffects([session.op_id, second.op_id])).toEqual([])
})

test('refuses a batch of a later format version, so that its sender falls back to plain calls', async () => {
  const [row] = await makeCases(1)
  const response = await postBatch(staff, [createUpdateEntry({ id: row?.id, fees: 1 })], { v: 2 })
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
})

test('the rate limit of batches counts per person, not per shared address', async () => {
  const small = await buildTestApp({ config: { rateLimitPerMinute: 600 } })
  const [session, other] = [await small.signIn('staff'), await small.signIn('superuser')]
  const entries = [createUpdateEntry({ id: newId(), fees: 1 })]
  const statuses: number[] = []
  for (let n = 0; n < 61; n++) statuses.push((await postBatch(session, entries)).statusCode)
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
  const refused = await postBatch(session, entries)
  expect([statuses[60], refused.statusCode, refused.json().code]).toEqual([429, 429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await postBatch(other, entries)).statusCode).toBe(200)
  await small.close()
})
