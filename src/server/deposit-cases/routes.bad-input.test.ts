import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { newId } from '#server/new-id.ts'
import { makeDepositCase, requiredFields } from '#tests/support/books/deposit-cases.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

const base = '/api/mysql/deposition'
const url = `${base}/list/`
let server: TestApp
let staff: SignedIn
let row: { id: string; version: number }

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  row = await makeDepositCase(staff)
})
afterAll(() => server.close())

/** The table must still hold its one case after every refused call. */
async function expectUntouched() {
  const count = (table: 'change' | 'deposit_case' | 'op') =>
    server.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  expect([await count('change'), await count('deposit_case'), await count('op')]).toEqual([
    { n: 1 },
    { n: 1 },
    { n: 0 },
  ])
}

test.each([
  ['an emptied project', { business_section: ' ' }, 'business_section'],
  ['an emptied manager', { business_manager: null }, 'business_manager'],
  ['an emptied owner', { owner_name: '' }, 'owner_name'],
  ['an emptied address', { address: '' }, 'address'],
  ['an emptied purpose', { purpose: '' }, 'purpose'],
  ['an unknown status', { status: '완료' }, 'status'],
  ['half a won', { fees: 1.5 }, 'fees'],
  ['a negative amount', { deposit_amount: -1 }, 'deposit_amount'],
  ['an amount that exceeds the column', { tax: 1e300 }, 'tax'],
  ['30 February', { expropriated_at: '2026-02-30' }, 'expropriated_at'],
  ['a date with a time', { deposit_at: '2026-02-03T00:00:00Z' }, 'deposit_at'],
  ['a NUL character', { notes: '가\u0000나' }, 'notes'],
  ['a lone surrogate', { owner_name: '가\ud800나' }, 'owner_name'],
  ['a text that is too long', { notes: '가'.repeat(1001) }, 'notes'],
  ['a number instead of text', { deposit_number: 7 }, 'deposit_number'],
  ['an unknown field', { group_id: newId() }, 'group_id'],
  ['an invalid id', { id: '1; drop table deposit_case' }, 'id'],
])('%s is refused at its field in Korean and writes nothing', async (_words, part, field) => {
  for (const [method, body] of [
    ['POST', { id: newId(), ...requiredFields, ...part }],
    ['PUT', { id: row.id, ...part }],
  ] as const) {
    const response = await staff.inject({ method, url, payload: body, headers: { 'idempotency-key': newId() } })
    expect(response.statusCode).toBe(400)
    const problem = problemSchema.parse(response.json())
    expect(Object.keys(problem.fields ?? {})).toEqual([field])
    expect([problem.message, ...Object.values(problem.fields ?? {})].every((text) => /[가-힣]/.test(text))).toBe(true)
  }
  await expectUntouched()
})

test('names the required fields that a new case lacks', async () => {
  const response = await staff.inject({ method: 'POST', url, payload: { id: newId() } })
  expect(response.statusCode).toBe(400)
  expect(problemSchema.parse(response.json()).fields).toEqual({
    business_section: '사업구간: 필수 항목입니다.',
    business_manager: '담당자: 필수 항목입니다.',
    owner_name: '소유자: 필수 항목입니다.',
    address: '부동산의 표시: 필수 항목입니다.',
    purpose: '등기목적: 필수 항목입니다.',
  })
})

test.each(['{"id": ', '[]', '7', 'null', '', '{}', '{"__proto__": {"id": "x"}}'])(
  'returns 400 for the body %s on every write',
  async (payload) => {
    for (const [method, path] of [
      ['POST', url],
      ['PUT', url],
      ['DELETE', url],
      ['PUT', `${base}/bulk_update/`],
    ] as const) {
      const response = await staff.inject({
        method,
        url: path,
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect([method, path, response.statusCode]).toEqual([method, path, 400])
      expect(problemSchema.parse(response.json()).message).toMatch(/[가-힣]/)
    }
    await expectUntouched()
  },
)

test('returns 404 for an unknown id, and 413 for a body of 50 MB', async () => {
  for (const method of ['PUT', 'DELETE'] as const) {
    const response = await staff.inject({ method, url, payload: { id: newId() } })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  }
  const huge = await staff.inject({ method: 'POST', url, payload: { id: newId(), notes: '가'.repeat(17_000_000) } })
  expect([huge.statusCode, huge.json().code]).toEqual([413, 'too_large'])
  await expectUntouched()
})

test.each([
  'page=0',
  'page=x',
  'page_size=10001',
  'ordering=password',
  'ordering=search_text',
  'ordering=--fees',
  'created_at_start=2026-02-30',
  'date_filter_end=yesterday',
  'date_filter_type=deposit_at',
  `search=${'가'.repeat(201)}`,
  'search=%00',
  'purpose=%00',
  'status=%00',
  'status=complete',
  'status=pending,대기',
])('returns 400 in Korean for a list with %s', async (query) => {
  const response = await staff.inject({ method: 'GET', url: `${url}?${query}` })
  expect(response.statusCode).toBe(400)
  expect(Object.values(problemSchema.parse(response.json()).fields ?? {}).join()).toMatch(/[가-힣]/)
})

test.each(['%', "'", '\\', '(', '[', '*', '"', '. *', '$1', '../', '{', '\\x00'])(
  'finds nothing for the filter %j without failing, in list and export',
  async (text) => {
    for (const key of ['search', 'business_section', 'business_manager', 'purpose']) {
      const response = await staff.inject({ method: 'GET', url, query: { [key]: text } })
      expect([key, response.statusCode, response.json().total_count]).toEqual([key, 200, 0])
    }
    const query = { business_section: text, search: text }
    expect((await staff.inject({ method: 'GET', url: `${base}/export_excel`, query })).statusCode).toBe(200)
  },
)

const calls = [
  ['GET', 'list/'],
  ['POST', 'list/'],
  ['PUT', 'list/'],
  ['DELETE', 'list/'],
  ['PUT', 'bulk_update/'],
  ['GET', 'unique_fields/'],
  ['GET', 'summary_by_section/'],
  ['GET', 'export_excel'],
  ['POST', 'export_excel_bulk'],
  ['GET', 'export_excel_bulk'],
  ['DELETE', 'export_excel_bulk'],
  ['GET', 'export_excel_bulk/file'],
  ['GET', 'export_report_excel/'],
  ['POST', 'import_excel/'],
] as const

test.each(calls)('%s %s is closed to visitors and members, with any body', async (method, path) => {
  const payload = method === 'GET' ? {} : { payload: '{"broken', headers: { 'content-type': 'application/json' } }
  const visitor = await server.app.inject({ method, url: `${base}/${path}`, ...payload })
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'signed_out'])
  const member = await (await server.signIn('member')).inject({ method, url: `${base}/${path}`, ...payload })
  expect([member.statusCode, member.json().code]).toEqual([403, 'not_permitted'])
})

test('serves staff and superusers on both forms of a path, and documents every call', async () => {
  const superuser = await server.signIn('superuser')
  const reads = ['list/', 'unique_fields/', 'summary_by_section/']
  for (const path of reads) {
    for (const form of [path.replace(/\/$/, ''), `${path.replace(/\/$/, '')}/`]) {
      for (const person of [staff, superuser]) {
        expect((await person.inject({ method: 'GET', url: `${base}/${form}` })).statusCode).toBe(200)
      }
    }
  }
  const docs = await staff.inject({ method: 'GET', url: '/api/docs/json' })
  const paths: Record<string, object> = docs.json().paths
  for (const [method, path] of calls) {
    const described = paths[`${base}/${path}`] ?? paths[`${base}/${path.replace(/\/$/, '')}`]
    expect(described, path).toHaveProperty(method.toLowerCase())
  }
})
