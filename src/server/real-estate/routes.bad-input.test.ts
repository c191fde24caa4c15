import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { newId } from '#server/new-id.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

const url = '/api/mysql/realestate/list/'
let server: TestApp
let staff: SignedIn
let row: { id: string; version: number }
let groupId: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  groupId = await makeGroup(staff)
  row = await makeCase(staff, groupId)
})
afterAll(() => server.close())

/** The table must still hold its one row and its group after every refused call. */
async function expectUntouched() {
  const count = (table: 'change' | 'real_estate' | 'op') =>
    server.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  expect([await count('change'), await count('real_estate'), await count('op')]).toEqual([{ n: 2 }, { n: 1 }, { n: 0 }])
}

test.each([
  ['a word instead of an amount', { fees: 'many' }, 'fees'],
  ['half a won', { fees: 1.5 }, 'fees'],
  ['a negative amount', { fees: -1 }, 'fees'],
  ['an amount that exceeds the column', { fees: 1e300 }, 'fees'],
  ['a list instead of an amount', { fees: [1] }, 'fees'],
  ['an unknown field', { color: 'red' }, 'color'],
  ['30 February', { created_at: '2026-02-30' }, 'created_at'],
  ['a date with a time', { created_at: '2026-02-03T00:00:00Z' }, 'created_at'],
  ['a number instead of a date', { created_at: 20260203 }, 'created_at'],
  ['a NUL character', { owner: '가\u0000나' }, 'owner'],
  ['a lone surrogate', { owner: '가\ud800나' }, 'owner'],
  ['a text that is too long', { owner: '가'.repeat(101) }, 'owner'],
  ['an object instead of text', { owner: { name: '가' } }, 'owner'],
  ['a missing group', { group_id: null }, 'group_id'],
  ['an invalid group id', { group_id: '7' }, 'group_id'],
  ['an invalid id', { id: '1; drop table real_estate' }, 'id'],
  ['a number instead of an id', { id: 7 }, 'id'],
])('%s is refused at its field in Korean and writes nothing', async (_words, part, field) => {
  const opId = newId()
  for (const [method, body] of [
    ['POST', { id: newId(), group_id: groupId, ...part }],
    ['PUT', { id: row.id, ...part }],
  ] as const) {
    const response = await staff.inject({ method, url, payload: body, headers: { 'idempotency-key': opId } })
    expect(response.statusCode).toBe(400)
    const problem = problemSchema.parse(response.json())
    expect(Object.keys(problem.fields ?? {})).toEqual([field])
    expect(problem.message).toMatch(/[가-힣]/)
    expect(Object.values(problem.fields ?? {}).join()).toMatch(/[가-힣]/)
  }
  await expectUntouched()
})

test.each([
  ['broken JSON', '{"id": '],
  ['an array', '[]'],
  ['a number', '7'],
  ['null', 'null'],
  ['nothing', ''],
  ['a body without id', '{}'],
  ['a prototype', '{"__proto__": {"id": "x"}}'],
])('%s gets 400 from every write', async (_words, payload) => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    for (const path of [url, '/api/mysql/realestate/group/']) {
      const response = await staff.inject({
        method,
        url: path,
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect([method, path, response.statusCode]).toEqual([method, path, 400])
      expect(problemSchema.parse(response.json()).message).toMatch(/[가-힣]/)
    }
  }
  await expectUntouched()
})

test('refuses a body that is not JSON as an unsupported type, and one of 50 MB as too large', async () => {
  const text = await staff.inject({ method: 'POST', url, payload: 'a=1', headers: { 'content-type': 'text/csv' } })
  expect(text.statusCode).toBe(415)
  const huge = await staff.inject({ method: 'POST', url, payload: { id: newId(), owner: '가'.repeat(17_000_000) } })
  expect(huge.statusCode).toBe(413)
  await expectUntouched()
})

test.each(['7', 'DROP', 'a'.repeat(300)])('refuses an Idempotency-Key %s that is not an id', async (opId) => {
  const response = await staff.inject({
    method: 'PUT',
    url,
    payload: { id: row.id },
    headers: { 'idempotency-key': opId },
  })
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
})

test.each(['yesterday', '"one"', '-1', '1.5', '"1", "2"'])(
  'refuses an If-Match %s that is not a version',
  async (version) => {
    const response = await staff.inject({
      method: 'PUT',
      url,
      payload: { id: row.id, fees: 1 },
      headers: { 'if-match': version },
    })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
    await expectUntouched()
  },
)

test('returns 404 for an update or delete of an unknown id', async () => {
  for (const method of ['PUT', 'DELETE'] as const) {
    const response = await staff.inject({ method, url, payload: { id: newId() } })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  }
  await expectUntouched()
})

test.each([
  'page=0',
  'page=1.5',
  'page=x',
  'page_size=0',
  'page=9007199254740991',
  'page_size=10001',
  'ordering=password',
  'ordering=id;drop table real_estate',
  'created_at_start=2026-02-30',
  'created_at_end=yesterday',
  `search=${'가'.repeat(201)}`,
  'search=%00',
])('returns 400 for a list with %s', async (query) => {
  const response = await staff.inject({ method: 'GET', url: `${url}?${query}` })
  expect(response.statusCode).toBe(400)
  expect(problemSchema.parse(response.json()).message).toMatch(/[가-힣]/)
})

test.each(['%', "'", '\\', '(', '[', '*', '"', '\ud800', '. *', '$1', '../'])(
  'finds nothing for the search %j without failing',
  async (search) => {
    const response = await staff.inject({ method: 'GET', url, query: { search } })
    expect([response.statusCode, response.json().total_count]).toEqual([200, 0])
  },
)

test('refuses to add or edit a case without a group, each with its published message', async () => {
  const readMessage = async (method: 'POST' | 'PUT', payload: object) => {
    const response = await staff.inject({ method, url, payload })
    return [response.statusCode, response.json().fields]
  }
  const toAdd = [400, { group_id: '사업구간(그룹)을 선택하세요.' }]
  expect(await readMessage('POST', { owner: '가' })).toEqual(toAdd)
  expect(await readMessage('POST', { owner: '가', group_id: '' })).toEqual(toAdd)
  expect(await readMessage('PUT', { id: row.id, group_id: null })).toEqual([
    400,
    { group_id: '사업구간(그룹) 정보가 없습니다.' },
  ])
})
