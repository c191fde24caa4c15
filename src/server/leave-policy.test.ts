import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../tests/support/build-test-app.ts'

/** Every call about leave, with what it is sent and what staff and a superuser get for it. */
const nowhere = newId()
const base = '/api/staff/leave/'
const calls = [
  ['GET', base, null, 200, 200],
  ['GET', `${base}list`, null, 200, 200],
  ['POST', base, {}, 400, 400],
  ['PUT', base, { id: nowhere }, 404, 404],
  ['DELETE', base, { id: nowhere }, 404, 404],
  ['GET', `${base}filter_options`, null, 200, 200],
  ['POST', `${base}create`, {}, 400, 400],
  ['PUT', `${base}${nowhere}/update`, {}, 404, 404],
  ['DELETE', `${base}${nowhere}/delete`, null, 404, 404],
  ['POST', `${base}bulk_delete`, { ids: [nowhere] }, 404, 404],
  ['POST', `${base}bulk_update`, { selectedItems: [nowhere], data: {} }, 404, 404],
  ['GET', `${base}allowance/`, null, 200, 200],
  ['PUT', `${base}allowance/`, { user_id: nowhere, granted: 3 }, 403, 404],
  ['GET', '/api/sync/leave-requests/rows', null, 200, 200],
  ['GET', '/api/sync/leave-requests/checksums', null, 200, 200],
  ['GET', `/api/sync/leave-requests/history?id=${nowhere}`, null, 200, 200],
] as const

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

const described = calls.map(([method, url, body, staff, superuser]) => ({ method, url, body, staff, superuser }))

describe.each(described)('$method $url', ({ method, url, body, staff, superuser }) => {
  const request = { method, url, ...(body && { payload: body }) }

  test('is closed to visitors', async () => {
    const answer = await server.app.inject(request)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'signed_out'])
  })

  test('is closed to members', async () => {
    const answer = await people.member.inject(request)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_permitted'])
  })

  test('answers staff and superusers as each may', async () => {
    const answers = [await people.staff.inject(request), await people.superuser.inject(request)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([staff, superuser])
  })
})

test('no call about leave is missing here', () => {
  const known = new Set(calls.map(([method, url]) => `${method} ${plain(url)}`))
  const { paths = {} } = server.app.swagger()
  const missing = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/staff/leave'))
    .flatMap(([path, item]) => Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${plain(path)}`))
    .filter((call) => !known.has(call))
  expect(missing).toEqual([])
})

/** Without question, parameters and the slash at the end. */
function plain(path: string): string {
  return path
    .replace(/\?.*$/, '')
    .replace(/\{\w+\}|[0-9a-f-]{36}/g, '{}')
    .replace(/\/$/, '')
}
