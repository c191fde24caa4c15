import { afterAll, beforeAll, expect, test } from 'vitest'
import { letterTemplateListSchema, letterTemplatePath as url } from '#contract/deposit-cases/deposit-cases.ts'
import { findUnfilledFields } from '#domain/deposit-cases/letter-fields.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let superuser: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  superuser = await server.signIn('superuser')
})
afterAll(() => server.close())

async function list() {
  return letterTemplateListSchema.parse((await staff.inject({ method: 'GET', url })).json()).results
}

const texts = { name: '회신', title: '{사업구간} 회신', content: '1. {소유자}' }

test('provides initial templates that use only values a case has', async () => {
  const templates = await list()
  expect(templates.map(({ name }) => name)).toEqual(['공탁 완료 통지', '등기 완료 통지', '비용 청구'])
  for (const { title, content } of templates) {
    expect(findUnfilledFields(`${title}\n${content}`).filter(({ isField }) => !isField)).toEqual([])
  }
})

test('lets staff add, change and delete a template, and logs each time', async () => {
  const id = newId()
  const responses = await Promise.all(
    [1, 2].map(() => staff.inject({ method: 'POST', url, payload: { id, ...texts } })),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect((await list()).filter(({ name }) => name === '회신')).toMatchObject([{ id, version: 1, ...texts }])
  const change = { id, version: 1, ...texts, content: '1. {소유자} 님께' }
  const changed = await superuser.inject({ method: 'PUT', url, payload: change })
  expect(changed.json()).toMatchObject({ version: 2, content: '1. {소유자} 님께', updated_by: superuser.user.nickname })
  expect((await staff.inject({ method: 'DELETE', url, payload: { id, version: 2 } })).statusCode).toBe(204)
  expect((await list()).some((template) => template.id === id)).toBe(false)
  const trailRows = await server.db
    .selectFrom('audit')
    .select('act')
    .where('record_id', '=', id)
    .orderBy('seq')
    .execute()
  expect(trailRows.map(({ act }) => act)).toEqual(['create', 'update', 'delete'])
})

test('refuses the second of two concurrent changes and names who was first', async () => {
  const id = newId()
  await staff.inject({ method: 'POST', url, payload: { id, ...texts } })
  await superuser.inject({ method: 'PUT', url, payload: { id, version: 1, ...texts, title: '먼저' } })
  for (const method of ['PUT', 'DELETE'] as const) {
    const payload = method === 'PUT' ? { id, version: 1, ...texts, title: '나중' } : { id, version: 1 }
    const response = await staff.inject({ method, url, payload })
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      expect.stringMatching(
        `^${superuser.user.nickname} 님이 20\\d\\d\\.\\d\\d\\.\\d\\d \\d\\d:\\d\\d에 먼저 저장했습니다\\.$`,
      ),
    ])
  }
  expect((await list()).find((template) => template.id === id)?.title).toBe('먼저')
})

test.each([
  [{ ...texts, name: ' ' }, 'name', '서식 이름을 입력해 주세요.'],
  [{ ...texts, content: '' }, 'content', '본문을 입력해 주세요.'],
  [
    { ...texts, content: '900101-1234567' },
    'content',
    '주민등록번호는 적을 수 없습니다. 900101-1******처럼 뒷자리를 가려 주세요.',
  ],
])('%j is refused at the field', async (payload, field, message) => {
  const response = await staff.inject({ method: 'POST', url, payload: { id: newId(), ...payload } })
  expect(response.statusCode).toBe(400)
  expect(String(response.json().fields[field])).toContain(message)
})

test('returns 404 for a deleted template, and shows none to members', async () => {
  const payload = { id: newId(), version: 1, ...texts }
  expect((await staff.inject({ method: 'PUT', url, payload })).statusCode).toBe(404)
  expect((await (await server.signIn('member')).inject({ method: 'GET', url })).statusCode).toBe(403)
})
