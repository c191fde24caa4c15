import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../tests/support/build-test-app.ts'

/** Every call of card usage and car ledger, with what it is sent and what a person of the office gets for it. */
const nowhere = newId()
const base = '/api/mysql/card'
const calls: readonly (readonly [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object | null,
  served: number,
])[] = [
  ['GET', `${base}/list`, null, 200],
  ['GET', `${base}/export_excel`, null, 200],
  ['POST', `${base}/import_excel`, {}, 415],
  ['POST', `${base}/`, {}, 400],
  ['PUT', `${base}/`, { id: nowhere }, 404],
  ['DELETE', `${base}/`, { id: nowhere }, 404],
  ['PUT', `${base}/${nowhere}`, {}, 404],
  ['DELETE', `${base}/${nowhere}`, null, 404],
  ['PUT', `/api/mysql/car/${nowhere}`, {}, 404],
  ['DELETE', `/api/mysql/car/${nowhere}`, null, 404],
  ['POST', `${base}/create`, {}, 400],
  ['PUT', `${base}/${nowhere}/update`, {}, 404],
  ['DELETE', `${base}/${nowhere}/delete`, null, 404],
  ['POST', `${base}/bulk_delete`, { ids: [nowhere] }, 404],
  ['POST', `${base}/bulk_update`, { selectedItems: [nowhere], data: {} }, 404],
  ['GET', `${base}/filter_options`, null, 200],
  ['GET', `/api/sync/card-usage/history?id=${nowhere}`, null, 200],
]

let server: TestApp
let people: Record<'member' | 'staff' | 'superuser', SignedIn>

beforeAll(async () => {
  server = await buildTestApp()
  const [member, staff, superuser] = await Promise.all([
    server.signIn('member'),
    server.signIn('staff'),
    server.signIn('superuser'),
  ])
  people = { member, staff, superuser }
})
afterAll(() => server.close())

const described = calls.map(([method, url, body, served]) => ({ method, url, body, served }))

describe.each(described)('$method $url', ({ method, url, body, served }) => {
  const request = { method, url, ...(body && { payload: body }) }

  test('is closed to visitors', async () => {
    const answer = await server.app.inject(request)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'signed_out'])
  })

  test('is closed to members', async () => {
    const answer = await people.member.inject(request)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_permitted'])
  })

  test.each(['staff', 'superuser'] as const)('answers %s', async (role) => {
    const answer = await people[role].inject(request)
    expect(answer.statusCode).toBe(served)
  })
})

test('no call of card usage is missing here', () => {
  const { paths = {} } = server.app.swagger()
  const known = new Set(calls.map(([method, url]) => `${method} ${plain(url)}`))
  const found = Object.entries(paths)
    .filter(([path]) => /^\/api\/mysql\/(card|car)\//.test(path))
    .flatMap(([path, item]) => Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${plain(path)}`))
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter((call) => !known.has(call))).toEqual([])
})

/** Without question, parameters and the slash at the end. */
function plain(path: string): string {
  return path
    .replace(/\?.*$/, '')
    .replace(/\{\w+\}|[0-9a-f-]{36}/g, '{}')
    .replace(/\/$/, '')
}
