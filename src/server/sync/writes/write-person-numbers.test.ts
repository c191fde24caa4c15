import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { formatPersonNumberReference } from '#contract/person-numbers/sealed-number.ts'
import { newId } from '#server/new-id.ts'
import { destroyOrphanedPersonNumbers, readPersonNumbers } from '#server/person-numbers/number-at-rest.ts'
import { sealPlainNumber } from '#server/person-numbers/sealed-numbers.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { getTestOfficeKeys } from '#tests/support/servers/office-keys.ts'

/** Resident and registration numbers of parties in writes. */
const url = '/api/mysql/realestate/owner/'
const [first, second] = ['900101-1000002', '850505-2000019']
let server: TestApp
let staff: SignedIn
let unit: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  unit = String((await makeRecord(staff, 'real-estate-units'))['id'])
})
afterAll(() => server.close())

const seal = (number: string) => sealPlainNumber(getTestOfficeKeys().newest(), number, newId())

async function makeOwner(fields: Record<string, unknown> = {}) {
  return await makeRecord(staff, 'unit-owners', { unit_id: unit, owner: '김가온', ...fields })
}

function put(payload: object, headers: Record<string, string> = {}) {
  return staff.inject({ method: 'PUT', url, payload, headers })
}

async function readNumber(id: unknown): Promise<string | undefined> {
  const found = await readPersonNumbers(server.db, getTestOfficeKeys(), {
    collection: 'unit-owners',
    ids: [String(id)],
  })
  return found.get(String(id))
}

async function readLogged(id: unknown) {
  const rows = await server.db
    .selectFrom('change')
    .selectAll()
    .where('record_id', '=', String(id))
    .orderBy('version')
    .execute()
  return rows.map(({ fields }) => fields)
}

test.each([
  ['in plain text', (number: string) => number],
  ['encrypted', seal],
])('a number sent %s is stored encrypted and shown masked', async (_, sent) => {
  const created = await makeOwner({ owner_num: sent(first) })
  expect(created).toMatchObject({
    num_masked: '900101-1******',
    owner_num: expect.stringMatching(/^number:[0-9a-f-]{36}$/),
  })
  expect(await readNumber(created['id'])).toBe('9001011000002')
  const changed = await put({ id: created['id'], owner_num: sent(second) })
  expect(changed.json()).toMatchObject({ version: 2, num_masked: '850505-2******' })
  expect(await readNumber(created['id'])).toBe('8505052000019')
})

test('the registration number of a corporation is public and shown in full', async () => {
  const created = await makeOwner({ party_kind: 'corporation', owner_num: '1101110062432' })
  expect(created['num_masked']).toBe('110111-0062432')
})

test.each([
  [{ owner_num: '901301-1000002' }, /생년월일/],
  [{ owner_num: '900101-100000' }, /13자리/],
  [{ owner_num: '900101-1******' }, /가려진/],
  [{ party_kind: 'corporation', owner_num: first }, /개인으로/],
] as const)('refuses %j at its field and stores nothing of it', async (fields, error) => {
  const id = newId()
  const payload = { id, unit_id: unit, owner: '김가온', ...fields }
  const response = await staff.inject({ method: 'POST', url, payload, headers: { 'idempotency-key': newId() } })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([422, ['owner_num']])
  expect(response.json().message).toMatch(error)
  expect(response.body).not.toContain('1000002')
  expect(await readNumber(id)).toBeUndefined()
})

test('a record that is restored after its number was destroyed has no number', async () => {
  const created = await makeOwner({ owner_num: formatPersonNumberReference(newId()) })
  expect(created).toMatchObject({ owner_num: null, num_masked: null })
})

test('refuses an encrypted number that cannot be opened, with a message', async () => {
  const sealed = seal(first)
  const created = await makeOwner()
  const result = await put({ id: created['id'], owner_num: `${sealed.slice(0, -3)}AAA` })
  expect([result.statusCode, result.json().fields]).toEqual([
    422,
    { owner_num: expect.stringContaining('열 수 없습니다. 번호를 다시 입력해 주세요.') },
  ])
})

test('sending back the row as listed changes no number', async () => {
  const created = await makeOwner({ owner_num: first })
  const [shown] = (await staff.inject({ method: 'GET', url: `${url}list`, query: { group_data_id: unit } }))
    .json()
    .filter(({ id }: { id: string }) => id === created['id'])
  expect(shown.owner_num).toBe('900101-1******')
  expect((await put({ ...shown, owner_address: '달빛동' })).json()).toMatchObject({
    version: 2,
    owner_num: created['owner_num'],
  })
  expect(await readNumber(created['id'])).toBe('9001011000002')
})

test('no response reveals whether a guessed number is right', async () => {
  const created = await makeOwner({ owner_num: first })
  await put({ id: created['id'], owner_num: second })
  const guessNumber = async (owner_num: string, version: number) => {
    const { statusCode, body } = await put({ id: created['id'], owner_num }, { 'if-match': `"${version}"` })
    return { statusCode, body: body.replace(/"(updated_at|changed_at)":"[^"]*"/g, '') }
  }
  for (const sent of [(text: string) => text, seal]) {
    const [right, wrong] = [await guessNumber(sent(second), 1), await guessNumber(sent(first), 1)]
    expect(right).toEqual(wrong)
    expect(right.statusCode).toBe(409)
  }
  // The current number too is written again, and the trail names the writer.
  expect((await put({ id: created['id'], owner_num: second }, { 'if-match': '"2"' })).json()).toMatchObject({
    version: 3,
  })
  expect(await readNumber(created['id'])).toBe(second.replace('-', ''))
})

test('clearing the field removes the number and its masked text', async () => {
  const created = await makeOwner({ owner_num: first })
  expect((await put({ id: created['id'], owner_num: '' })).json()).toMatchObject({ owner_num: null, num_masked: null })
  expect(await readNumber(created['id'])).toBeUndefined()
})

test('a repeated request gets its stored response and stores one number', async () => {
  const created = await makeOwner()
  const headers = { 'idempotency-key': newId() }
  const responses = [
    await put({ id: created['id'], owner_num: first }, headers),
    await put({ id: created['id'], owner_num: first }, headers),
  ]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(responses[1]?.body).toBe(responses[0]?.body)
  const stored = await server.db
    .selectFrom('party_number')
    .select('id')
    .where('record_id', '=', String(created['id']))
    .execute()
  expect(stored).toHaveLength(1)
  expect((await put({ id: created['id'], owner_num: second }, headers)).json().code).toBe('op_reused')
})

test('two people changing the number get a conflict that shows both masked and reveals no digit', async () => {
  const created = await makeOwner({ owner_num: '700707-1000003' })
  await put({ id: created['id'], owner_num: first }, { 'if-match': '"1"' })
  const mine = await put({ id: created['id'], owner_num: second }, { 'if-match': '"1"', 'idempotency-key': newId() })
  expect(mine.statusCode).toBe(409)
  expect(mine.json().conflicts).toMatchObject([
    { field: 'owner_num' },
    { field: 'num_masked', theirs: '900101-1******' },
  ])
  expect(mine.body).not.toMatch(/1000002|2000019|1000003/)
  expect(await readNumber(created['id'])).toBe('9001011000002')
})

test('undo of a change and of a delete restores the number by its reference', async () => {
  const created = await makeOwner({ owner_num: first })
  const changed = (await put({ id: created['id'], owner_num: second })).json()
  const undone = await put({ id: created['id'], owner_num: created['owner_num'] })
  expect(undone.json()).toMatchObject({ owner_num: created['owner_num'], num_masked: '900101-1******' })
  expect(await readNumber(created['id'])).toBe('9001011000002')
  await put({ id: created['id'], owner_num: changed.owner_num })
  expect(await readNumber(created['id'])).toBe('8505052000019')
  await staff.inject({ method: 'DELETE', url, payload: { id: created['id'] } })
  expect(await readNumber(created['id'])).toBeUndefined()
  const payload = { id: created['id'], unit_id: unit, owner: '김가온', owner_num: changed.owner_num }
  const back = await staff.inject({ method: 'POST', url, payload })
  expect(back.json()).toMatchObject({ num_masked: '850505-2******' })
  expect(await readNumber(created['id'])).toBe('8505052000019')
})

test('a reference of another record gives no access to its number', async () => {
  const [owner, other] = [await makeOwner({ owner_num: first }), await makeOwner()]
  const result = await put({ id: other['id'], owner_num: owner['owner_num'] })
  expect(result.statusCode).toBe(422)
  expect(await readNumber(other['id'])).toBeUndefined()
})

test('turning a person into a corporation does not reveal the number', async () => {
  const created = await makeOwner({ owner_num: first })
  expect((await put({ id: created['id'], party_kind: 'corporation' })).json().num_masked).toBe('900101-1******')
})

test('a number no record holds any more is destroyed after five days; undoing is then refused', async () => {
  const created = await makeOwner({ owner_num: first })
  await put({ id: created['id'], owner_num: second })
  const addDaysToNow = (days: number) => new Date(Date.now() + days * dayMs)
  await destroyOrphanedPersonNumbers(server.db, addDaysToNow(4))
  const before = await server.db
    .selectFrom('party_number')
    .select('id')
    .where('record_id', '=', String(created['id']))
    .execute()
  await destroyOrphanedPersonNumbers(server.db, addDaysToNow(6))
  const after = await server.db
    .selectFrom('party_number')
    .select('id')
    .where('record_id', '=', String(created['id']))
    .execute()
  expect([before.length, after.length]).toEqual([2, 1])
  expect(await readNumber(created['id'])).toBe('8505052000019')
  const undone = await put({ id: created['id'], owner_num: created['owner_num'] })
  expect([undone.statusCode, undone.json().message]).toEqual([422, expect.stringContaining('되돌릴 수 없습니다')])
})

test('the change log shows the change of a number only in its masked form', async () => {
  const created = await makeOwner({ owner_num: first })
  await put({ id: created['id'], owner_num: second })
  expect(await readLogged(created['id'])).toMatchObject([
    { num_masked: { old: null, new: '900101-1******' } },
    { num_masked: { old: '900101-1******', new: '850505-2******' } },
  ])
  const query = { id: String(created['id']) }
  const history = await staff.inject({ method: 'GET', url: '/api/sync/unit-owners/history', query })
  expect(history.json().results[0].fields).toEqual({ num_masked: { old: '900101-1******', new: '850505-2******' } })
})
