import type { FastifyRequest } from 'fastify'
import { problem, type Problem } from '#contract/problem.ts'
import {
  callbackRequestSchema,
  checkTokenAnswerSchema,
  checkTokenRequestSchema,
  providerKeysSchema,
  refreshRequestSchema,
  signOutAnswerSchema,
  signOutRequestSchema,
  tokensSchema,
  userInfoAnswerSchema,
  userInfoRequestSchema,
} from '#contract/session.ts'
import type { App, Deps } from '#server/deps.ts'
import { audit } from '#server/plugins/audit.ts'
import { findBearer } from '#server/plugins/bearer.ts'
import { Refusal } from '#server/plugins/refusal.ts'
import { kakaoProvider } from './kakao-provider.ts'
import { registerLocalAuthorize } from './local-authorize.ts'
import { localProvider } from './local-provider.ts'
import type { LoginProvider } from './login-provider.ts'
import { ownOrigin } from './origin.ts'
import { endSessionOfToken, rotate, startSession, sweepSessions, type RefusedRotation } from './tokens.ts'
import { promoteSuperusers, toUserInfo, userOfPerson } from './users.ts'

/**
 * Sign-in and sessions (spec 3 §7 "Login provider", decisions 5 and 6). The paths say kakao whichever provider answers: the flow is one.
 * `provider` replaces the configured one in tests of the Kakao side.
 */
export function registerSessionRoutes(app: App, deps: Deps, provider = configuredProvider(deps)): void {
  app.addHook('onReady', async () => {
    await promoteSuperusers(deps.db, deps.config.superusers)
    await sweepSessions(deps.db, deps.now())
  })
  if (provider?.name === 'local') registerLocalAuthorize(app, deps)
  // In proportion to the server's own limit, so that one variable opens or narrows all doors; 120 a minute by default.
  const rateLimit = { max: Math.max(10, Math.ceil(deps.config.rateLimitPerMinute / 50)), timeWindow: '1 minute' }
  const options = { config: { rateLimit } }
  registerSignIn(app, deps, { provider, options })
  registerTokens(app, deps, options)
}

type RouteOptions = { config: { rateLimit: { max: number; timeWindow: string } } }

/** Null when sign-in is not set up: the routes then say so. */
function configuredProvider(deps: Deps): LoginProvider | null {
  const { kakao, localLogin } = deps.config
  if (kakao !== undefined) return kakaoProvider({ ...kakao, fetch })
  return localLogin ? localProvider(deps) : null
}

function registerSignIn(
  app: App,
  deps: Deps,
  { provider, options }: { provider: LoginProvider | null; options: RouteOptions },
): void {
  app.route({
    ...options,
    method: 'GET',
    url: '/oauth/get_keys/kakao',
    schema: { tags: ['로그인'], response: { 200: providerKeysSchema } },
    handler: (request) => {
      const origin = ownOrigin(deps.config, request)
      if (provider === null || origin === null) throw new Refusal(noProvider)
      return { jsKey: '', restKey: provider.clientId, authorizeUrl: provider.authorizeUrl(origin) }
    },
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/callback/kakao',
    schema: { tags: ['로그인'], body: callbackRequestSchema, response: { 200: tokensSchema } },
    handler: async (request) => {
      if (provider === null) throw new Refusal(noProvider)
      const { code, redirect_uri: redirectUri } = request.body
      const exchanged = await provider.exchange({ code, redirectUri })
      if ('refused' in exchanged) throw new Refusal(exchanged.refused)
      const now = deps.now()
      return await deps.db.transaction().execute(async (tx) => {
        const user = await userOfPerson(tx, {
          provider: provider.name,
          person: exchanged.person,
          superusers: deps.config.superusers,
          now,
          newId: deps.newId,
        })
        if (!user.is_active) throw new Refusal(switchedOff)
        const pair = await startSession(tx, { id: deps.newId(), userId: user.id, now })
        await audit(tx, { user: { id: user.id, name: user.nickname }, address: request.ip, act: 'sign_in' })
        return { ...pair, user_info: toUserInfo(user) }
      })
    },
  })
}

function registerTokens(app: App, deps: Deps, options: RouteOptions): void {
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/get_refresh_token/kakao',
    schema: { tags: ['로그인'], body: refreshRequestSchema, response: { 200: tokensSchema } },
    handler: async (request) => {
      const rotation = await rotate(deps.db, { refreshToken: request.body.refresh_token, now: deps.now() })
      if ('refused' in rotation) return await refuseRefresh(deps, request, rotation.refused)
      const user = await deps.db
        .selectFrom('app_user')
        .selectAll()
        .where('id', '=', rotation.userId)
        .executeTakeFirstOrThrow()
      return { ...rotation.pair, user_info: toUserInfo(user) }
    },
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/check_token/kakao',
    schema: { tags: ['로그인'], body: checkTokenRequestSchema, response: { 200: checkTokenAnswerSchema } },
    handler: async (request) => {
      const user = await findBearer(deps, request.body.access_token)
      return { is_valid: user !== undefined }
    },
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/get_user_info/kakao',
    schema: { tags: ['로그인'], body: userInfoRequestSchema, response: { 200: userInfoAnswerSchema } },
    handler: async (request) => {
      const user = await findBearer(deps, request.body.access_token)
      if (user === undefined) throw new Refusal(problem('signed_out', { message: '사용자 정보를 가져올 수 없습니다.' }))
      return { user_info: toUserInfo(user) }
    },
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/logout',
    schema: { tags: ['로그인'], body: signOutRequestSchema, response: { 200: signOutAnswerSchema } },
    handler: async (request) => {
      // Signing out twice, or with a token long gone, is no failure: what the person wanted is so.
      const userId = await endSessionOfToken(deps.db, request.body.refresh_token ?? '')
      if (userId !== null) await auditUser(deps, request, { userId, act: 'sign_out' })
      return { ok: true as const }
    },
  })
}

async function refuseRefresh(deps: Deps, request: FastifyRequest, refused: RefusedRotation): Promise<never> {
  if (refused.why === 'reuse') await auditUser(deps, request, { userId: refused.userId, act: 'session_reuse' })
  throw new Refusal(problem('signed_out', { message: '로그인이 만료되었습니다. 다시 로그인해 주세요.' }))
}

/** For acts of somebody who is signed in no more. */
async function auditUser(
  { db }: Deps,
  { ip }: FastifyRequest,
  entry: { userId: string; act: 'sign_out' | 'session_reuse' },
): Promise<void> {
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'nickname'])
    .where('id', '=', entry.userId)
    .executeTakeFirst()
  await audit(db, { user: user ? { id: user.id, name: user.nickname } : null, address: ip, act: entry.act })
}

const noProvider: Problem = problem('not_configured', { message: '유효한 API 키가 설정되지 않았습니다.' })

const switchedOff: Problem = problem('not_permitted', {
  message: '사용이 중지된 계정입니다. 관리자에게 문의해 주세요.',
})
