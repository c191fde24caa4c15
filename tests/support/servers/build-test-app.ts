import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { tokensSchema, type UserInfo } from '#contract/session/session.ts'
import { buildApp } from '#server/app.ts'
import { type Config, loadConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/client.ts'
import { markDemo } from '#server/demo/demo-rows.ts'
import type { App, Deps } from '#server/deps.ts'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import { newId } from '#server/new-id.ts'
import { endlessStorage, type StorageWatch } from '#server/postgres/storage.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { buildJsonPost, type DemoAccountName, signInByCalls } from '../people/sign-in-calls.ts'
import { getTestOfficeKeys } from './office-keys.ts'
import { createTempFolder } from './temp-folder.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type TestAccount = DemoAccountName

export interface SignedIn {
  accessToken: string
  refreshToken: string
  user: UserInfo
  /** `app.inject` with this person's access token. */
  inject: (request: InjectOptions) => Promise<LightMyRequestResponse>
}

export interface TestApp {
  app: App
  deps: Deps
  db: Database
  databaseUrl: string
  /** As the owner, for changes that the server's own role may not make. */
  ownerDb: Database
  /**
   * Signs in through the real local provider, as a browser does. `invitation`: token of an
   * invitation link opened before.
   */
  signIn: (account: TestAccount, userAgent?: string, invitation?: string) => Promise<SignedIn>
  /**
   * Listens on a free port of 127.0.0.1 and resolves to `http://127.0.0.1:port`; for tests that
   * need real connections.
   */
  listen: () => Promise<string>
  /** Drains and stops the server, and drops its database if it created one. */
  close: () => Promise<void>
}

/**
 * The whole server on a new database that contains only the demo users. Its office is the fictional
 * one.
 *
 * ```ts
 * const server = await buildTestApp()
 * afterAll(server.close)
 * const staff = await server.signIn('staff')
 * const answer = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/list/' })
 * ```
 *
 * It answers under http://localhost for any `remoteAddress` of a test; only demo sign-ins must come
 * from this machine. `now` is the server's clock; `database` uses an existing database (a second
 * server process on the same data); `cluster` is for use outside vitest, as in
 * `createTestDatabase`.
 */
export async function buildTestApp(
  options: {
    config?: Partial<Config>
    now?: () => Date
    database?: TestDatabase
    cluster?: { url: string; ownerUrl: string }
    distDir?: string
    /** An office without demo data whose name is not set yet. */
    isUnnamed?: boolean
    /** Receives log lines; `config.logLevel` selects which. */
    logTo?: { write(line: string): void }
    storage?: StorageWatch
    /** Keys of another server, for a second process or a key file that the test keeps. */
    officeKeys?: OfficeKeys
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase(options.cluster ? { cluster: options.cluster } : {}))
  const drain = new AbortController()
  const deps: Deps = {
    config: {
      ...loadConfig({
        LOG_LEVEL: 'silent',
        RATE_LIMIT: '1000000',
        PUBLIC_URL: localOrigin,
        DATA_DIR: createTempFolder(),
      }),
      // Workers cost five connections and their loops; the few tests that need them set `config: {
      // hasWorker: true }`.
      hasWorker: false,
      ...options.config,
    },
    db: database.db,
    storage: options.storage ?? endlessStorage,
    databaseUrl: database.url,
    officeKeys: options.officeKeys ?? getTestOfficeKeys(),
    now: options.now ?? (() => new Date()),
    newId,
    drain: drain.signal,
  }
  if (options.database === undefined) {
    await loadDemoUsers(database.db)
    if (!options.isUnnamed) await markDemo(database.ownerDb)
  }
  const { distDir = '/nowhere', logTo } = options
  const app = await buildApp(deps, { distDir, ...(logTo && { logTo }) })
  await app.ready()
  return {
    app,
    deps,
    db: database.db,
    databaseUrl: database.url,
    ownerDb: database.ownerDb,
    signIn: (account, userAgent = 'a test', invitation) =>
      signIn(app, account, { origin: deps.config.publicUrl ?? localOrigin, userAgent, invitation }),
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      drain.abort()
      await app.close()
      if (options.database === undefined) await database.drop()
    },
  }
}

const localOrigin = 'http://localhost'

async function signIn(
  app: App,
  account: TestAccount,
  { origin, userAgent, invitation }: { origin: string; userAgent: string; invitation: string | undefined },
): Promise<SignedIn> {
  const send = (url: string, init?: RequestInit) => injectFetch(app, url, init)
  const body = await signInByCalls(origin, account, send)
  const { headers, ...post } = buildJsonPost({ ...body, invitation })
  const response = await send('/oauth/callback/kakao', { ...post, headers: { ...headers, 'user-agent': userAgent } })
  const tokens = tokensSchema.parse(await response.json())
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    user: tokens.user_info,
    inject: (request) =>
      app.inject({ ...request, headers: { ...request.headers, authorization: `Bearer ${tokens.access_token}` } }),
  }
}

/** `fetch` through `app.inject`, without listening. */
async function injectFetch(
  app: App,
  url: string,
  { method = 'GET', headers, body }: RequestInit = {},
): Promise<Response> {
  const response = await app.inject({
    method: method === 'POST' ? 'POST' : 'GET',
    url: url.replace(/^https?:\/\/[^/]+/, ''),
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === 'string' && { payload: body }),
  })
  const headerPairs = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Response(response.body, { status: response.statusCode, headers: headerPairs })
}
