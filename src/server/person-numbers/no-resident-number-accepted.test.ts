import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectionNames, getBook, mirroredCollections } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { newId } from '#server/new-id.ts'
import { createFormPayload } from '#tests/support/documents/pictures.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { readAllText } from '#tests/support/servers/every-text.ts'

/**
 * No route accepts a resident number in free text: checks every field of every kind of record, and
 * every call with its own texts.
 */
let server: TestApp
let superuser: SignedIn
const number = '900101-1234567'
const nowhere = newId()
let visitors = 0

beforeAll(async () => {
  server = await buildTestApp()
  superuser = await server.signIn('superuser')
})
afterAll(() => server.close())

const texts = collectionNames.flatMap((name) =>
  mirroredCollections[name].fields
    .filter(({ kind, editable }: Field) => kind === 'text' && editable !== false)
    .map(({ key, label }) => ({ name, key, label, url: getBook(name).path })),
)

test.each(texts)('refuses a resident number in $name $key', async ({ key, label, url }) => {
  for (const method of ['POST', 'PUT'] as const) {
    const payload = { id: newId(), [key]: `가온 ${number}` }
    const response = await superuser.inject({ method, url, payload, headers: { 'idempotency-key': newId() } })
    expect([response.statusCode, response.json().message]).toEqual([
      422,
      `${label}: 주민등록번호는 적을 수 없습니다. 900101-1******처럼 뒷자리를 가려 주세요.`,
    ])
  }
})

const inquiry = {
  name: '김가온',
  phone: '010-0000-0000',
  email: null,
  subject: '문의',
  message: '안녕하세요',
  consent: true,
  consented_at: '2026-11-20T00:00:00Z',
}
const post = {
  title: '글',
  excerpt: '',
  category: 'office',
  tags: [],
  markdown: '본문',
  image: null,
  author_name: '박새론',
  state: 'draft',
  creation_key: newId(),
}
const letter = { title: '공문', content: '본문', deposition: nowhere }
const contactPath = '/api/contact/'
const [deposits, quick] = ['/api/mysql/deposition/', '/api/quick/']

test.each<[method: 'GET' | 'POST' | 'PUT', url: string, payload: object]>([
  ...['name', 'phone', 'email', 'subject', 'message'].map(
    (key) => ['POST', contactPath, { ...inquiry, [key]: number }] as ['POST', string, object],
  ),
  ['POST', contactPath, { ...inquiry, [number]: '' }],
  ...['title', 'excerpt', 'markdown', 'author_name'].map(
    (key) => ['POST', '/api/blog/manage/', { ...post, [key]: number }] as ['POST', string, object],
  ),
  ['POST', '/api/blog/manage/', { ...post, tags: [number] }],
  ['POST', '/api/blog/preview/', { markdown: number }],
  ...['title', 'content', 'recipient', 'business_section', 'business_manager', 'owner_name', 'address'].map(
    (key) => ['POST', `${deposits}report/`, { ...letter, [key]: number }] as ['POST', string, object],
  ),
  ['PUT', `${deposits}bulk_update/`, { selectedItems: [nowhere], data: { notes: number } }],
  ['POST', `${quick}bulk_update`, { selectedItems: [nowhere], data: { memo: number } }],
  ['PUT', `${quick}${nowhere}/update`, { memo: number }],
  ['POST', `${quick}balance/`, { amount: 1000, memo: number }],
  ...['/api/mysql/realestate/list/', `${deposits}list/`, quick, '/api/staff/leave/', '/api/staff/inquiries/'].map(
    (url) => ['GET', `${url}?search=${number}`, {}] as ['GET', string, object],
  ),
  ['GET', `/api/blog/posts/?tag=${number}`, {}],
  ['GET', `/api/blog/manage/?search=${number}`, {}],
])('refuses a resident number in %s %s %j', async (method, url, payload) => {
  const sender = url === contactPath ? server.app : superuser
  const response = await sender.inject({
    method,
    url,
    ...(method !== 'GET' && { payload }),
    // Each from a different network, because inquiries are limited per address.
    remoteAddress: `10.0.0.${(visitors += 1)}`,
  })
  expect([400, 422]).toContain(response.statusCode)
  expect(response.body).not.toContain('1234567')
  expect(response.body).toMatch(/주민등록번호|알 수 없는 항목/)
})

test('refuses a resident number in a form with a picture too', async () => {
  const { payload, headers } = await createFormPayload({ name: '온결', description: number })
  const response = await superuser.inject({ method: 'POST', url: getBook('companies').path, payload, headers })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([422, ['description']])
})

test('stores none of the refused numbers anywhere', async () => {
  expect(await readAllText(server.db)).not.toContain('1234567')
})
