import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

const groupId = '01939000-0000-7000-8000-00000000f001'
const opId = '01939000-0000-7000-8000-00000000f002'

/** Sends a case-book write as a device does and expects a refusal without internal terms. */
async function sendRefusedWrite(payload: string | Buffer, headers: Record<string, string> = {}) {
  const response = await staff.inject({
    method: 'POST',
    url: '/api/mysql/realestate/list/',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  return { status: response.statusCode, problem: problemSchema.parse(response.json()) }
}

test.each([
  ['a path', '/api/deposition/company/%00'],
  ['a parameter', '/api/mysql/realestate/list/?search=%00'],
  ['the name of a parameter', '/api/mysql/realestate/list/?%00=1'],
  ['a page', '/blog/%00'],
  ['an unknown path', '/x%00'],
])('refuses a NUL in %s in Korean before anything reads it', async (_where, url) => {
  const response = await staff.inject({ method: 'GET', url })
  expect(response.statusCode).toBe(400)
  expect(problemSchema.parse(response.json())).toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/[가-힣]/),
  })
})

test.each([
  ['a NUL', String.raw`{"id":"${groupId}","owner":"a\u0000b"}`],
  ['a NUL in a key', String.raw`{"id":"${groupId}","a\u0000":1}`],
  ['half of a surrogate pair', String.raw`{"id":"${groupId}","owner":"\ud800"}`],
  ['a nested half of a surrogate pair', String.raw`{"id":"${groupId}","owner":[{"x":["\udc00"]}]}`],
])('refuses %s in a body', async (_case, payload) => {
  const { status, problem } = await sendRefusedWrite(payload, { 'idempotency-key': opId })
  expect([status, problem.code, problem.message]).toEqual([
    400,
    'invalid_request',
    '사용할 수 없는 글자가 들어 있습니다.',
  ])
})

test('refuses invalid UTF-8 instead of replacing characters', async () => {
  const payload = Buffer.concat([
    Buffer.from(`{"id":"${groupId}","owner":"`),
    Buffer.from([0xb1, 0xe8]),
    Buffer.from('"}'),
  ])
  expect(await sendRefusedWrite(payload)).toMatchObject({ status: 400, problem: { code: 'invalid_request' } })
})

test.each(['[', '{"a":'])('refuses JSON of 100,000 levels of %s, also with an idempotency key', async (level) => {
  const closing = level === '[' ? ']' : '}'
  const payload = `${level.repeat(100_000)}${level === '[' ? '' : '1'}${closing.repeat(100_000)}`
  const { status, problem } = await sendRefusedWrite(payload, { 'idempotency-key': opId })
  expect([status, problem.message]).toEqual([400, '보낸 내용이 너무 깊이 겹쳐 있습니다.'])
})

test('accepts text of any language and emoji', async () => {
  const response = await staff.inject({
    method: 'POST',
    url: '/api/mysql/realestate/groups/create',
    payload: { name: '김철수 李 👩‍👧 \t x' },
  })
  expect(response.statusCode).not.toBe(500)
  expect(response.body).not.toContain('사용할 수 없는')
})

test('refuses a form with a NUL in a field', async () => {
  const boundary = 'xx'
  const payload = [
    `--${boundary}`,
    'content-disposition: form-data; name="name"',
    '',
    'a\0b',
    `--${boundary}--`,
    '',
  ].join('\r\n')
  const response = await staff.inject({
    method: 'POST',
    url: '/api/deposition/company',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
  expect(response.statusCode).toBe(400)
  expect(problemSchema.parse(response.json()).message).toMatch(/[가-힣]/)
})

test.each<[string, (count: number) => unknown]>([
  ['keys of an object', (count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))],
  [
    'keys of objects in a list',
    (count) => ({ data: [Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 1]))] }),
  ],
  ['values', (count) => ({ selectedItems: Array.from({ length: count }, () => 1) })],
])('refuses a flood of %s before looking at each of them, with a small response', async (_case, bodyOf) => {
  for (const count of [1001, 60_000]) {
    const response = await staff.inject({
      method: 'POST',
      url: '/api/mysql/realestate/list/',
      payload: bodyOf(count) as object,
    })
    expect(response.statusCode).toBe(400)
    expect(response.body.length).toBeLessThan(2000)
  }
})

test.each([
  ['/api/mysql/realestate/list/', 'a book'],
  ['/api/contact/', 'a visitor’s letter'],
  ['/api/chat/test/', 'a question'],
])('names at most twenty of the unknown keys sent to %s, none of them at length', async (url) => {
  const keys = Array.from({ length: 900 }, (_, index) => [
    `${index} ${'x'.repeat(url.includes('contact') ? 20 : 900)}`,
    1,
  ])
  const response = await staff.inject({ method: 'POST', url, payload: Object.fromEntries(keys) })
  expect(response.statusCode).toBe(400)
  expect(Object.keys(problemSchema.parse(response.json()).fields ?? {}).length).toBeLessThanOrEqual(20)
  expect(response.body.length).toBeLessThan(6000)
})
