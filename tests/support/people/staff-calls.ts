import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '../servers/build-test-app.ts'

/**
 * A call with its request and the status that staff get; by role where staff and superusers differ.
 */
export type StaffCall = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: object | null,
  served: number | Readonly<Record<'staff' | 'superuser', number>>,
]

export interface StaffArea {
  readonly calls: readonly StaffCall[]
  /** Paths of the area; a registered route that matches but is missing from the table fails. */
  readonly paths: RegExp
  /** Public calls as `METHOD /path`; tested by the caller. */
  readonly open?: readonly string[]
  /** Runs a worker for its tasks. */
  readonly hasWorker?: boolean
}

/**
 * Tests that every call of an area is closed to visitors and members and open to staff and
 * superusers, and that the table lists every call.
 */
export function testStaffArea({ calls, paths, open = [], hasWorker = false }: StaffArea): { server(): TestApp } {
  let server: TestApp
  let people: Record<'member' | 'staff' | 'superuser', SignedIn>

  beforeAll(async () => {
    server = await buildTestApp({ config: { hasWorker } })
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
      const response = await server.app.inject(request)
      expect([response.statusCode, response.json().code]).toEqual([401, 'signed_out'])
    })

    test('is closed to members', async () => {
      const response = await people.member.inject(request)
      expect([response.statusCode, response.json().code]).toEqual([403, 'not_permitted'])
    })

    test.each(['staff', 'superuser'] as const)('returns the documented status to %s', async (role) => {
      const response = await people[role].inject(request)
      expect(response.statusCode).toBe(typeof served === 'number' ? served : served[role])
    })
  })

  test('the table lists every call of the area', () => {
    const registered = Object.entries(server.app.swagger().paths ?? {})
      .filter(([path]) => paths.test(path))
      .flatMap(([path, item]) =>
        Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${normalizePath(path)}`),
      )
    const coveredCalls = new Set([...calls.map(([method, url]) => `${method} ${normalizePath(url)}`), ...open])
    expect(registered.length).toBeGreaterThan(0)
    expect(registered.filter((call) => !coveredCalls.has(call))).toEqual([])
  })

  return { server: () => server }
}

/** Without query, parameter names and trailing slash. */
function normalizePath(path: string): string {
  return path
    .replace(/\?.*$/, '')
    .replace(/\{\w+\}|[0-9a-f-]{36}|(?<=\/)\d+(-\d\d)?(?=\/|$)/g, '{}')
    .replace(/\/$/, '')
}
