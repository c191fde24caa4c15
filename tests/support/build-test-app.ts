import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { tokensSchema, type UserInfo } from '#contract/session.ts'
import { buildApp } from '#server/app.ts'
import { type Config, loadConfig } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { newId } from '#server/new-id.ts'
import { loadDemoUsers } from '#server/session/demo.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Who can sign in without a page of their own (design §5). */
export type TestAccount = 'staff' | 'superuser' | 'member'

export type SignedIn = {
  accessToken: string
  refreshToken: string
  user: UserInfo
  /** `app.inject` with this person's access token. */
  inject: (request: InjectOptions) => Promise<LightMyRequestResponse>
}

export type TestApp = {
  app: App
  deps: Deps
  db: Database
  databaseUrl: string
  /** Signs in through the real local provider, as a browser does. */
  signIn: (account: TestAccount) => Promise<SignedIn>
  /** Listens on a free port of 127.0.0.1 and resolves to `http://127.0.0.1:port`; for tests that need real connections. */
  listen: () => Promise<string>
  /** Drains and ends the server, and drops its database if it made one. */
  close: () => Promise<void>
}

/**
 * The whole server on a fresh database with the demo users, and nothing else, in it.
 *
 * ```ts
 * const server = await buildTestApp()
 * afterAll(server.close)
 * const staff = await server.signIn('staff')
 * const answer = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/list/' })
 * ```
 *
 * `now` moves the server's clock; `database` runs it on a database made before (a second server process on the same data);
 * `clusterUrl` is for use outside vitest, as in `createTestDatabase`.
 */
export async function buildTestApp(
  options: {
    config?: Partial<Config>
    now?: () => Date
    database?: TestDatabase
    clusterUrl?: string
    distDir?: string
  } = {},
): Promise<TestApp> {
  const database =
    options.database ?? (await createTestDatabase(options.clusterUrl ? { clusterUrl: options.clusterUrl } : {}))
  const drain = new AbortController()
  const deps: Deps = {
    config: { ...loadConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: '1000000' }), ...options.config },
    db: database.db,
    databaseUrl: database.url,
    now: options.now ?? (() => new Date()),
    newId,
    drain: drain.signal,
  }
  if (options.database === undefined) await loadDemoUsers(database.db)
  const app = await buildApp(deps, { distDir: options.distDir ?? '/nowhere' })
  await app.ready()
  return {
    app,
    deps,
    db: database.db,
    databaseUrl: database.url,
    signIn: (account) => signIn(app, account),
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      drain.abort()
      await app.close()
      if (options.database === undefined) await database.drop()
    },
  }
}

const redirectUri = 'http://localhost/oauth/callback/kakao'

async function signIn(app: App, account: TestAccount): Promise<SignedIn> {
  const page = await app.inject({
    method: 'GET',
    url: '/oauth/local/authorize',
    query: { client_id: 'local', redirect_uri: redirectUri, response_type: 'code', state: 'test', account },
  })
  const code = new URL(z.string().parse(page.headers.location)).searchParams.get('code')
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth/callback/kakao',
    payload: { code, redirect_uri: redirectUri, return_uri: '/' },
  })
  const tokens = tokensSchema.parse(answer.json())
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    user: tokens.user_info,
    inject: (request) =>
      app.inject({ ...request, headers: { ...request.headers, authorization: `Bearer ${tokens.access_token}` } }),
  }
}
