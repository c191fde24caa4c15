import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { makeCase, makeGroup, realEstateBooks } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { readAllText } from '#tests/support/servers/every-text.ts'
import { buildWriteClaim } from './claim-op.ts'

const url = '/api/mysql/realestate/list/'
const number = '900101-1234567'
let server: TestApp
let staff: SignedIn
let groupId: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  groupId = await makeGroup(staff)
})
afterAll(() => server.close())

function send(method: 'POST' | 'PUT', payload: object, headers: Record<string, string> = {}) {
  return staff.inject({ method, url, payload, headers })
}

async function readTrace(opId: string) {
  return await server.db.selectFrom('op').selectAll().where('op_id', '=', opId).execute()
}

/** A record written before resident numbers in free text were refused. */
async function makeOldCase() {
  const row = await makeCase(staff, groupId)
  await server.db
    .updateTable('real_estate')
    .set({ owner: `김가온 ${number}` })
    .where('id', '=', row.id)
    .execute()
  return { ...row, owner: `김가온 ${number}` }
}

describe('a resident number in free text', () => {
  test.each(['POST', 'PUT'] as const)('is refused (%s) and is stored in no response, op or row', async (method) => {
    const { id } = method === 'PUT' ? await makeCase(staff, groupId) : { id: newId() }
    const opId = newId()
    const payload = { id, group_id: groupId, owner: `김가온(${number})` }
    for (let round = 0; round < 2; round += 1) {
      const response = await send(method, payload, { 'idempotency-key': opId })
      expect([response.statusCode, response.headers['op-id']]).toEqual([422, opId])
      expect(response.json()).toEqual({
        code: 'refused',
        message: '소유자: 주민등록번호는 적을 수 없습니다. 900101-1******처럼 뒷자리를 가려 주세요.',
        fields: { owner: '주민등록번호는 적을 수 없습니다. 900101-1******처럼 뒷자리를 가려 주세요.' },
      })
    }
    expect(await readTrace(opId)).toEqual([])
    expect(await readAllText(server.db)).not.toContain('1234567')
  })

  test('is accepted once its second half is masked, under the same opId', async () => {
    const [id, opId] = [newId(), newId()]
    await send('POST', { id, group_id: groupId, owner: number }, { 'idempotency-key': opId })
    const masked = { id, group_id: groupId, owner: '900101-1******' }
    expect((await send('POST', masked, { 'idempotency-key': opId })).statusCode).toBe(201)
  })

  test('is not echoed when it is sent as a field name', async () => {
    const response = await send('POST', { id: newId(), group_id: groupId, owner: '나래', [number]: 1 })
    expect(response.statusCode).toBe(422)
    expect(response.body).not.toContain('1234567')
  })
})

describe('a record with a resident number from before the rule', () => {
  test('can be edited in other fields, also by a client that sends the whole row', async () => {
    const row = await makeOldCase()
    expect((await send('PUT', { id: row.id, fees: 1000 })).json()).toMatchObject({ fees: 1000, owner: row.owner })
    const opId = newId()
    const full = { ...row, fees: 2000 }
    const responses = [
      await send('PUT', full, { 'idempotency-key': opId }),
      await send('PUT', full, { 'idempotency-key': opId }),
    ]
    expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, responses[0]?.body],
      [200, responses[0]?.body],
    ])
    expect(responses[0]?.json()).toMatchObject({ fees: 2000, owner: row.owner })
  })

  test('accepts any replacement of the number except another resident number', async () => {
    const { id } = await makeOldCase()
    expect((await send('PUT', { id, owner: '김가온 900101-2234567' })).statusCode).toBe(422)
    expect((await send('PUT', { id, owner: '김가온 900101-1******' })).json()).toMatchObject({
      owner: '김가온 900101-1******',
    })
  })
})

test('a write accepted before the rule existed keeps its stored response', async () => {
  const row = await makeOldCase()
  const [opId, book] = [newId(), realEstateBooks.find(({ table }) => table === 'real_estate')]
  if (!book) throw new Error('no case book')
  const body = { id: row.id, owner: row.owner }
  const writer = { userId: staff.user.id, userName: '', ipAddress: null }
  const request_hash = buildWriteClaim(book, { kind: 'update', body, writer, opId })?.requestHash ?? ''
  const storedResponse = JSON.stringify({ id: row.id, version: 2 })
  const done = { op_id: opId, user_id: staff.user.id, request_hash, status: 200, headers: '{}', answer: storedResponse }
  await server.db.insertInto('op').values(done).execute()
  const replayed = await send('PUT', body, { 'idempotency-key': opId })
  expect([replayed.statusCode, replayed.json()]).toEqual([200, { id: row.id, version: 2 }])
})
