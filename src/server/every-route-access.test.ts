import { afterAll, beforeAll, expect, test } from 'vitest'
import { factorPath, newTotpSchema } from '#contract/session/second-factor.ts'
import { generateCode } from '#tests/support/people/authenticator-app.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { isFreshRoute } from './auth/factor-gate.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type RouteResponse = Awaited<ReturnType<SignedIn['inject']>>
interface PrintedRoute {
  method: Method
  url: string
}

let clock = Date.parse('2026-11-26T00:00:00Z')
let server: TestApp
let staff: SignedIn
let superuser: SignedIn
let member: SignedIn
const visitor = { inject: (request: Parameters<SignedIn['inject']>[0]) => server.app.inject(request) }
let routes: PrintedRoute[]
beforeAll(async () => {
  server = await buildTestApp({ config: { secondFactor: 'required' }, now: () => new Date(clock) })
  routes = parseRoutes(server.app.printRoutes({ commonPrefix: false, includeHooks: false }))
  staff = await enroll('staff')
  superuser = await enroll('superuser')
  member = await server.signIn('member')
})
afterAll(() => server.close())

async function enroll(account: 'staff' | 'superuser'): Promise<SignedIn> {
  const person = await server.signIn(account)
  const started = await person.inject({ method: 'POST', url: `${factorPath}/totp/new` })
  const { secret } = newTotpSchema.parse(started.json())
  await person.inject({ method: 'POST', url: `${factorPath}/totp`, payload: { code: generateCode(secret, clock) } })
  return person
}

/**
 * Parses Fastify's printed route tree: every line continues the path of the less indented line
 * above.
 */
function parseRoutes(tree: string): PrintedRoute[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│├└─ ]*)(\S+) \((.+)\)$/.exec(line) ?? []
    if (part === '') return []
    parts.splice(indent.length / 4 - 1, Infinity, part)
    return methods.split(', ').flatMap((method) => (isMethod(method) ? [{ method, url: parts.join('') }] : []))
  })
}

function isMethod(text: string): text is Method {
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(text)
}

/** A list that is requested by POST. */
const listByPost = 'POST /api/staff/list'

const formatRoute = ({ method, url }: PrintedRoute) => `${method} ${url}`

async function callRoute(person: Pick<SignedIn, 'inject'>, { method, url }: PrintedRoute) {
  return await person.inject({ method, url: url.replace(/:\w+/g, '00000000-0000-7000-8000-00000000abcd') })
}

/** Leaves out streams, which don't end, and wildcards, which are files. */
const listRespondingRoutes = () => routes.filter(({ url }) => url.startsWith('/api/') && !/\*|events$/.test(url))

test('finds all routes', () => {
  expect(routes.length).toBeGreaterThan(300)
  expect(routes.map(formatRoute)).toEqual(
    expect.arrayContaining([
      'PUT /api/mysql/user/:id/role',
      'DELETE /api/demo-data',
      'POST /api/mysql/realestate/download_application_bulk',
    ]),
  )
})

test('requires a fresh factor for every route by which a superuser changes something, and no other', async () => {
  const missing: string[] = []
  for (const route of listRespondingRoutes().filter(({ method }) => method !== 'GET')) {
    const isForSuperusers = (await callRoute(staff, route)).statusCode === 403
    const isAct = /\/(export_|download_|reveal_|find_by_|report\/preview$|calendar\/feed$)/.test(route.url)
    if (!isAct && isForSuperusers !== isFreshRoute(route.method, route.url)) missing.push(formatRoute(route))
  }
  expect(missing).toEqual([listByPost])
})

test('requires a fresh factor for every reveal, export and download of personal data', () => {
  const takesOut = listRespondingRoutes().filter(({ method, url }) =>
    method === 'GET'
      ? /export|\/(file|pdf)$|\/paper-contents\/:\w+$/.test(url) && !url.endsWith('_bulk')
      : method === 'POST' && /export|reveal|\/download|\/report\/preview$/.test(url),
  )
  expect(takesOut.length).toBeGreaterThan(30)
  expect(takesOut.filter(({ method, url }) => !isFreshRoute(method, url)).map(formatRoute)).toEqual([])
})

/** What a route's access check decides; the records behind it don't exist in these calls. */
function detectAccess({ statusCode, json }: RouteResponse): string {
  if (statusCode >= 500) throw new Error(`answered ${String(statusCode)}`)
  if (statusCode === 428) return String(json<{ factor?: string }>().factor)
  return statusCode === 401 || statusCode === 403 ? String(statusCode) : 'open'
}

test('returns 428 `fresh` from each of these routes only once the last factor is ten minutes old', async () => {
  const fresh = listRespondingRoutes().filter(({ method, url }) => isFreshRoute(method, url))
  for (const route of fresh.filter(({ method }) => method === 'GET'))
    expect([formatRoute(route), detectAccess(await callRoute(superuser, route))]).toEqual([formatRoute(route), 'open'])
  clock += 10 * 60_000
  const accesses: [string, string][] = []
  for (const route of fresh) accesses.push([formatRoute(route), detectAccess(await callRoute(superuser, route))])
  expect(accesses.filter(([, access]) => access !== 'fresh')).toEqual([])
  expect((await callRoute(superuser, { method: 'GET', url: '/api/mysql/realestate/list' })).statusCode).toBe(200)
})

/**
 * Access to every route ten minutes after the factor, for a visitor, a member, staff and a
 * superuser. A new or changed route appears in the diff for review.
 */
test('matches the table of access for all routes', async () => {
  const lines: string[] = []
  for (const route of listRespondingRoutes().toSorted((a, b) => formatRoute(a).localeCompare(formatRoute(b)))) {
    const responses = await Promise.all([visitor, member, staff, superuser].map((person) => callRoute(person, route)))
    lines.push([formatRoute(route), ...responses.map(detectAccess)].join(' '))
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('every-route-access.txt')
})
