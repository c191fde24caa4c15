import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inquiryBook } from '#contract/books/inquiries.ts'
import { contactResponseSchema } from '#contract/inquiries/inquiries.ts'
import { listResponseSchema } from '#contract/records/generic-resource.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
/** The limit counts per IP address, so tests of other rules use separate IP addresses. */
let lastOctet = 0

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())
beforeEach(() => {
  lastOctet += 1
})

const written = {
  name: '윤새봄',
  phone: '010-0000-0101',
  email: 'saebom@example.com',
  subject: '소유권이전 비용',
  message: '비용을 알려 주세요.\n고맙습니다.',
  consent: true,
  consented_at: '2026-11-21T10:00:00.000Z',
  website: '',
}

function send(body: object, key: string | null = newId()) {
  return server.app.inject({
    method: 'POST',
    url: '/api/contact/',
    payload: body,
    remoteAddress: `10.0.0.${lastOctet}`,
    ...(key !== null && { headers: { 'idempotency-key': key } }),
  })
}

async function readStored(id: string) {
  const response = await staff.inject({ method: 'GET', url: '/api/staff/inquiries/?page_size=1000' })
  return listResponseSchema(inquiryBook, {})
    .parse(response.json())
    .results.find((row) => row.id === id)
}

test('stores a visitor’s inquiry as written, in the state 새 문의', async () => {
  const key = newId()
  const result = await send(written, key)
  expect([result.statusCode, contactResponseSchema.parse(result.json()).id, result.headers['op-id']]).toEqual([
    201,
    key,
    key,
  ])
  expect(await readStored(key)).toMatchObject({
    name: '윤새봄',
    phone: '010-0000-0101',
    email: 'saebom@example.com',
    subject: '소유권이전 비용',
    message: '비용을 알려 주세요.\n고맙습니다.',
    state: 'new',
    assignee: null,
    consented_at: '2026-11-21T10:00:00+00:00',
  })
})

test('stores an inquiry once and gives a repeat, also a concurrent one, the same response', async () => {
  const key = newId()
  const responses = await Promise.all([send(written, key), send(written, key), send(written, key)])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  const rows = await server.db.selectFrom('inquiry').select('id').where('id', '=', key).execute()
  expect(rows).toHaveLength(1)
})

test('confirms a repeat whose key was forgotten without showing the stored inquiry', async () => {
  const key = newId()
  await send(written, key)
  await server.db.deleteFrom('op').where('op_id', '=', key).execute()
  const result = await send({ ...written, name: '다른 사람', message: '무엇이 있나요' }, key)
  expect([result.statusCode, result.json()]).toEqual([201, { id: key, state: 'received' }])
  expect(await readStored(key)).toMatchObject({ name: '윤새봄' })
})

test('refuses another text under a used key', async () => {
  const key = newId()
  await send(written, key)
  const result = await send({ ...written, message: '바꾼 내용' }, key)
  expect([result.statusCode, result.json().code]).toEqual([422, 'op_reused'])
})

test('treats markup in every field as text', async () => {
  const key = newId()
  const script = '<script>alert(1)</script>'
  const result = await send({ ...written, name: script, subject: script, message: script }, key)
  expect(result.statusCode).toBe(201)
  expect(await readStored(key)).toMatchObject({ name: script, subject: script, message: script })
})

test.each([
  ['no name', { name: ' ' }, { name: '이름: 필수 항목입니다.' }],
  ['no subject', { subject: '' }, { subject: '제목: 필수 항목입니다.' }],
  ['no message', { message: '\n' }, { message: '문의 내용: 필수 항목입니다.' }],
  ['no consent', { consent: false }, { consent: '개인정보 수집·이용에 동의해 주세요.' }],
  ['neither telephone nor email', { phone: '', email: '' }, { phone: '연락처나 이메일 가운데 하나는 입력해 주세요.' }],
  [
    'a script instead of an e-mail address',
    { email: '<script>@x.y' },
    { email: '이메일 주소를 확인해 주세요. 예: name@example.com' },
  ],
  [
    'words instead of a telephone number',
    { phone: '전화해요' },
    { phone: '연락처를 숫자로 확인해 주세요. 예: 010-1234-5678' },
  ],
  ['half a telephone number', { phone: '010-1234' }, { phone: '연락처를 숫자로 확인해 주세요. 예: 010-1234-5678' }],
  ['a message that is too long', { message: '가'.repeat(5001) }, { message: '5000자 이하로 입력해 주세요.' }],
  ['a NUL', { message: 'a\u0000b' }, { message: '사용할 수 없는 글자가 들어 있습니다.' }],
  ['a lone surrogate', { name: '\ud800' }, { name: '사용할 수 없는 글자가 들어 있습니다.' }],
])('refuses %s at its field', async (_case, invalidFields, fields) => {
  const result = await send({ ...written, ...invalidFields })
  expect([result.statusCode, result.json().fields]).toEqual([400, fields])
})

test('refuses a megabyte message before reading it', async () => {
  const result = await send({ ...written, message: 'x'.repeat(1_000_000) })
  expect([result.statusCode, result.json().code]).toEqual([413, 'too_large'])
})

test('reports success for a filled honeypot and stores nothing', async () => {
  const [key, honest] = [newId(), newId()]
  const result = await send({ ...written, website: 'https://spam.example' }, key)
  const real = await send(written, honest)
  expect([result.statusCode, result.body.replace(key, honest)]).toEqual([real.statusCode, real.body])
  expect(await readStored(key)).toBeUndefined()
  const ops = await server.db.selectFrom('op').select('op_id').where('op_id', '=', key).execute()
  expect(ops).toEqual([])
})

test('refuses all but the first few of a hundred inquiries a minute from one address, in Korean', async () => {
  const responses = []
  for (let count = 0; count < 100; count += 1) responses.push(await send(written))
  const accepted = responses.filter(({ statusCode }) => statusCode === 201)
  const refused = responses.filter(({ statusCode }) => statusCode === 429)
  expect([accepted.length, refused.length]).toEqual([5, 95])
  expect(refused[0]?.json().message).toBe('요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.')
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
})

test('lets staff change state, assignee and note of an inquiry, but none of its words', async () => {
  const key = newId()
  await send(written, key)
  const put = (fields: object) =>
    staff.inject({ method: 'PUT', url: '/api/staff/inquiries/', payload: { id: key, ...fields } })
  const result = await put({ state: 'in_progress', assignee: '김가온', note: '전화함', message: '고친 말' })
  expect(result.statusCode).toBe(200)
  expect(await readStored(key)).toMatchObject({ state: 'in_progress', assignee: '김가온', message: written.message })
  const stranger = await put({ assignee: '박새론' })
  expect([stranger.statusCode, stranger.json().fields.assignee]).toEqual([
    422,
    '담당자: 사무소 직원의 이름을 선택해 주세요.',
  ])
  expect((await put({ state: null })).statusCode).toBe(400)
})

test('keeps a visitor’s name and address out of the trail', async () => {
  const key = newId()
  await send(written, key)
  const trail = await server.db.selectFrom('audit').selectAll().where('record_id', '=', key).execute()
  expect(trail).toMatchObject([{ act: 'create', address: null, user_name: '방문자' }])
  expect(JSON.stringify(trail)).not.toMatch(/윤새봄|0101/)
})
