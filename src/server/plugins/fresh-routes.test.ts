import { afterAll, beforeAll, expect, test } from 'vitest'
import { factorPath, newTotpSchema } from '#contract/second-factor.ts'
import { codeAt } from '../../../tests/support/authenticator-app.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../../tests/support/build-test-app.ts'
import { isFreshRoute } from './fresh-routes.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface Route {
  method: Method
  url: string
}

let clock = Date.parse('2026-11-26T00:00:00Z')
let server: TestApp
let staff: SignedIn
let superuser: SignedIn
let routes: Route[]
beforeAll(async () => {
  server = await buildTestApp({ config: { secondFactor: 'required' }, now: () => new Date(clock) })
  routes = routesOf(server.app.printRoutes({ commonPrefix: false, includeHooks: false }))
  staff = await enrolled('staff')
  superuser = await enrolled('superuser')
})
afterAll(() => server.close())

async function enrolled(account: 'staff' | 'superuser'): Promise<SignedIn> {
  const who = await server.signIn(account)
  const begun = await who.inject({ method: 'POST', url: `${factorPath}/totp/new` })
  const { secret } = newTotpSchema.parse(begun.json())
  await who.inject({ method: 'POST', url: `${factorPath}/totp`, payload: { code: codeAt(secret, clock) } })
  return who
}

/** The routes of the tree that Fastify draws: every line is a part of a path below the less indented one before it. */
function routesOf(tree: string): Route[] {
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

/** A list that is asked for by POST (spec 3 §7). */
const questionByPost = 'POST /api/staff/list'

const named = ({ method, url }: Route) => `${method} ${url}`

async function ask(who: SignedIn, { method, url }: Route) {
  return await who.inject({ method, url: url.replace(/:\w+/g, '00000000-0000-7000-8000-00000000abcd') })
}

/** Streams do not end, and wildcards are files. */
const answered = () => routes.filter(({ url }) => url.startsWith('/api/') && !/\*|events$/.test(url))

test('all routes are looked at', () => {
  expect(routes.length).toBeGreaterThan(300)
  expect(routes.map(named)).toEqual(
    expect.arrayContaining([
      'PUT /api/mysql/user/:id/role',
      'DELETE /api/demo-data',
      'POST /api/mysql/realestate/download_application_bulk',
    ]),
  )
})

test('every act of a superuser that changes something wants a fresh factor, and no route of anybody else’s is taken for one', async () => {
  const missing: string[] = []
  for (const route of answered().filter(({ method }) => method !== 'GET')) {
    const isForSuperusers = (await ask(staff, route)).statusCode === 403
    const isAct = /\/(export_|download_|reveal_|find_by_|report\/preview$)/.test(route.url)
    if (!isAct && isForSuperusers !== isFreshRoute(route.method, route.url)) missing.push(named(route))
  }
  expect(missing).toEqual([questionByPost])
})

test('every reveal, export and download of what persons are named in wants one', () => {
  const takesOut = answered().filter(({ method, url }) =>
    method === 'GET'
      ? /export|\/(file|pdf)$|\/paper-contents\/:\w+$/.test(url) && !url.endsWith('_bulk')
      : method === 'POST' && /export|reveal|\/download|\/report\/preview$/.test(url),
  )
  expect(takesOut.length).toBeGreaterThan(30)
  expect(takesOut.filter(({ method, url }) => !isFreshRoute(method, url)).map(named)).toEqual([])
})

test('each of them is answered 428 `fresh` ten minutes after the last factor, and not before', async () => {
  const fresh = answered().filter(({ method, url }) => isFreshRoute(method, url))
  const before = await Promise.all(fresh.filter(({ method }) => method === 'GET').map((route) => ask(superuser, route)))
  expect(before.filter(({ statusCode }) => statusCode === 428)).toEqual([])
  clock += 10 * 60_000
  const answers = await Promise.all(
    fresh.map(async (route) => [named(route), (await ask(superuser, route)).json().factor]),
  )
  expect(answers.filter(([, factor]) => factor !== 'fresh')).toEqual([])
  expect((await ask(superuser, { method: 'GET', url: '/api/mysql/realestate/list' })).statusCode).toBe(200)
})
