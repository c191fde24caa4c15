import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../tests/support/build-test-app.ts'

/** Every call of quick delivery, with what it is sent and what a person of the office gets for it (decision 5). */
const nowhere = newId()
const calls = [
  ['GET', '/api/quick/', null, 200],
  ['GET', '/api/quick/list', null, 200],
  ['POST', '/api/quick/', {}, 422],
  ['PUT', '/api/quick/', { id: nowhere }, 404],
  ['DELETE', '/api/quick/', { id: nowhere }, 404],
  ['PUT', `/api/quick/${nowhere}/`, {}, 404],
  ['DELETE', `/api/quick/${nowhere}/`, null, 404],
  ['GET', '/api/quick/balance/', null, 200],
  ['POST', '/api/quick/balance/', { amount: 0 }, 400],
  ['POST', '/api/quick/create', {}, 400],
  ['PUT', `/api/quick/${nowhere}/update`, {}, 404],
  ['DELETE', `/api/quick/${nowhere}/delete`, null, 404],
  ['POST', '/api/quick/bulk_delete', { ids: [nowhere] }, 404],
  ['POST', '/api/quick/bulk_update', { selectedItems: [nowhere], data: {} }, 404],
  ['GET', '/api/quick/filter_options', null, 200],
  ['GET', '/api/sync/quick-deliveries/rows', null, 200],
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
    expect((await people[role].inject(request)).statusCode).toBe(served)
  })
})

test('no call of quick delivery is missing here', () => {
  const { paths = {} } = server.app.swagger()
  const known = new Set(calls.map(([method, url]) => `${method} ${plain(url)}`))
  const missing = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/quick/'))
    .flatMap(([path, item]) => Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${plain(path)}`))
    .filter((call) => !known.has(call))
  expect(missing).toEqual([])
})

/** Without parameters and the slash at the end. */
function plain(path: string): string {
  return path.replace(/\{\w+\}|[0-9a-f-]{36}/g, '{}').replace(/\/$/, '')
}
