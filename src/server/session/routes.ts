import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { problem, type Problem, problemSchema } from '#contract/problem.ts'
import {
  buildEscrowLabel,
  callbackRequestSchema,
  checkTokenRequestSchema,
  checkTokenResponseSchema,
  copyKeyPath,
  copyKeyRequestSchema,
  copyKeySchema,
  noRefreshTokenText,
  providerKeysSchema,
  providersSchema,
  refreshRequestSchema,
  signOutRequestSchema,
  signOutResponseSchema,
  startSignInRequestSchema,
  startSignInResponseSchema,
  type Tokens,
  tokensSchema,
  userInfoRequestSchema,
  userInfoResponseSchema,
} from '#contract/session/session.ts'
import { listConfiguredProviders, getConfiguredProvider as providerName } from '#server/auth/configured-provider.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { resolveOrigin } from '#server/http/own-origin.ts'
import { openBox } from '#server/person-numbers/sealed-numbers.ts'
import { findBearer, readBearerToken } from '#server/plugins/bearer.ts'
import { createSharedLimit } from '#server/plugins/request-limits.ts'
import { startDaily } from '#server/tasks/daily.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { registerDeviceRoutes } from './device-routes.ts'
import { sweepInvitations } from './invitations/invitations.ts'
import { registerInvitationRoutes } from './invitations/routes.ts'
import { createKakaoProvider } from './kakao-provider.ts'
import { registerKiaRoutes } from './kia-routes.ts'
import { createLocalProvider, refuseOtherMachines } from './local-provider.ts'
import type { LoginProvider } from './login-provider.ts'
import { requireOwnSessions } from './policy.ts'
import { registerFactorRoutes } from './second-factor/routes.ts'
import { consumeSignIn, isOwnUrl, startSignInState, sweepSignIns } from './sign-in-state.ts'
import { startSession } from './start-session.ts'
import {
  endSessionOfTokens,
  endSessionsOfRemovedProvider,
  type RefusedRotation,
  rotateTokens,
  sweepSessions,
} from './tokens.ts'
import { mustSealCopies, promoteSuperusers, toUserInfo, upsertUser } from './users.ts'

/** Well above normal use: a device requests its key only when its person forgot the PIN. */
const perMinute = 10

/**
 * Returns the key of unsent edits on a device with encrypted copies to their owner
 * (contract/session/session.ts). It opens for nobody else, and is audited.
 */
function registerCopyKey(app: App, deps: Deps): void {
  const { db, officeKeys } = deps
  app.route({
    method: 'POST',
    url: copyKeyPath,
    schema: {
      tags: ['로그인'],
      summary: '전송하지 않은 작업을 여는 키',
      body: copyKeyRequestSchema,
      response: { 200: copyKeySchema, '4xx': problemSchema },
    },
    onRequest: [async (request) => void requireOwnSessions(request), createSharedLimit(deps, { max: perMinute })],
    handler: async (request) => {
      const user = requireOwnSessions(request)
      const { key_id: keyId, box } = request.body
      const key = openBox(officeKeys, { keyId, box }, buildEscrowLabel(user.id))
      if (key?.length !== 32) throw new HttpProblem(problem('refused', { message: cannotOpenMessage }))
      await writeTrail(db, { user, ipAddress: request.ip, act: 'copy_key' })
      return { key: key.toString('base64url') }
    },
  })
}

const cannotOpenMessage = '이 기기에 남은 작업을 열 수 없습니다. 최고관리자에게 문의해 주세요.'

/**
 * Sign-in and sessions. All paths say kakao, for both providers, because the flow is the same.
 * `provider` replaces the configured one in tests of the Kakao side.
 */
export function sessionRoutes(app: App, deps: Deps & { provider?: LoginProvider | null }): void {
  const { provider = createProvider(deps) } = deps
  app.addHook('onReady', async () => {
    await promoteSuperusers(deps.db, deps.config.superusers)
    await endSessionsOfRemovedProvider(deps.db, providerName(deps.config))
    await sweepSignIns(deps)
  })
  startDailySweep(app, deps)
  provider?.register?.(app)
  // Derived from the server's general limit, so that one variable scales all limits. 300 a minute
  // by default: enough for an office of a hundred behind one address in the morning.
  const limit = createSharedLimit(deps, { max: Math.max(10, Math.ceil(deps.config.rateLimitPerMinute / 20)) })
  const options = { onRequest: [limit] }
  // All ways into demo accounts are limited to this machine.
  const signInOptions = provider?.name === 'local' ? { onRequest: [limit, refuseOtherMachines] } : options
  registerProviders(app, deps, options)
  registerKeys(app, { provider, options: signInOptions })
  registerSignIn(app, deps, { provider, options: signInOptions })
  registerKiaRoutes(app, deps, signInOptions)
  registerTokens(app, deps, options)
  registerDeviceRoutes(app, deps)
  registerFactorRoutes(app, deps)
  registerInvitationRoutes(app, deps)
  registerCopyKey(app, deps)
}

function startDailySweep(app: App, { db, now }: Deps): void {
  let stop: (() => Promise<void>) | undefined
  app.addHook('onListen', async () => {
    const run = async () => {
      await sweepSessions(db, now())
      await sweepInvitations(db, now())
    }
    stop = startDaily(app.log, { run, onFailure: 'could not delete old sessions and invitations' })
  })
  app.addHook('onClose', async () => await stop?.())
}

interface RouteOptions {
  onRequest: onRequestAsyncHookHandler[]
}

interface SignInRoutes {
  provider: LoginProvider | null
  options: RouteOptions
}

/** Null when sign-in is not configured, which the routes then report. */
function createProvider(deps: Deps): LoginProvider | null {
  const { kakao, localLogin } = deps.config
  if (kakao !== undefined) return isPlaceholder(kakao.restKey) ? null : createKakaoProvider({ ...kakao, fetch })
  return localLogin ? createLocalProvider(deps) : null
}

/** A key left at the placeholder of an example means that the provider is not configured. */
function isPlaceholder(key: string): boolean {
  return /^(your|placeholder|<)|xxx/i.test(key)
}

/** Lets 로그인 offer only configured providers. */
function registerProviders(app: App, { config }: Deps, options: RouteOptions): void {
  app.route({
    ...options,
    method: 'GET',
    url: '/oauth/providers',
    schema: { tags: ['로그인'], summary: '로그인 방법', response: { 200: providersSchema } },
    handler: () => ({ providers: listConfiguredProviders(config) }),
  })
}

function registerKeys(app: App, { provider, options }: SignInRoutes): void {
  app.route({
    ...options,
    method: 'GET',
    url: '/oauth/get_keys/kakao',
    schema: { tags: ['로그인'], response: { 200: providerKeysSchema } },
    handler: () => {
      if (provider === null) throw new HttpProblem(noProvider)
      return {
        jsKey: isPlaceholder(provider.jsKey) ? '' : provider.jsKey,
        restKey: provider.clientId,
        authorizeUrl: provider.authorizeUrl(),
      }
    },
  })
}

function registerSignIn(app: App, deps: Deps, { provider, options }: SignInRoutes): void {
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/begin/kakao',
    schema: { tags: ['로그인'], body: startSignInRequestSchema, response: { 200: startSignInResponseSchema } },
    handler: async (request) => {
      if (provider === null) throw new HttpProblem(noProvider)
      const { code_challenge: codeChallenge, redirect_uri: redirectUri } = request.body
      const origin = resolveOrigin(request, deps.config)
      if (!isOwnUrl(origin, redirectUri)) throw new HttpProblem(createForeignUrlProblem(origin))
      const state = await startSignInState(deps, { codeChallenge, redirectUri })
      return { state, authorizeUrl: buildAuthorizeUrl(provider, { redirectUri, codeChallenge, state }) }
    },
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/callback/kakao',
    schema: { tags: ['로그인'], body: callbackRequestSchema, response: { 200: tokensSchema } },
    handler: async (request) => {
      if (provider === null) throw new HttpProblem(noProvider)
      const { code, redirect_uri: redirectUri, code_verifier: codeVerifier, state, invitation } = request.body
      if (!(await consumeSignIn(deps, { state, codeVerifier, redirectUri }))) throw new HttpProblem(invalidState)
      const exchanged = await provider.exchange({ code, redirectUri, codeVerifier })
      if ('refused' in exchanged) throw new HttpProblem(exchanged.refused)
      const now = deps.now()
      return await deps.db.transaction().execute(async (trx) => {
        const user = await upsertUser(trx, {
          provider: provider.name,
          person: exchanged.person,
          superusers: deps.config.superusers,
          now,
          newId: deps.newId,
        })
        return await startSession(trx, { ...deps, request, user, provider: provider.name, now, invitation })
      })
    },
  })
}

function buildAuthorizeUrl(
  provider: LoginProvider,
  start: { redirectUri: string; codeChallenge: string; state: string },
): string {
  const url = new URL(provider.authorizeUrl())
  const params = {
    client_id: provider.clientId,
    redirect_uri: start.redirectUri,
    response_type: 'code',
    state: start.state,
    code_challenge: start.codeChallenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

function registerTokens(app: App, deps: Deps, options: RouteOptions): void {
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/get_refresh_token/kakao',
    schema: { tags: ['로그인'], body: refreshRequestSchema, response: { 200: tokensSchema } },
    handler: (request) => renewTokens(deps, request, request.body.refresh_token),
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/check_token/kakao',
    schema: { tags: ['로그인'], body: checkTokenRequestSchema, response: { 200: checkTokenResponseSchema } },
    handler: async (request) => {
      const user = await findBearer(deps, request.body.access_token)
      request.hasRefusedProof = user === undefined
      return user ? { is_valid: true, seals_copies: mustSealCopies(deps.config, user) } : { is_valid: false }
    },
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/get_user_info/kakao',
    schema: { tags: ['로그인'], body: userInfoRequestSchema, response: { 200: userInfoResponseSchema } },
    handler: async (request) => {
      const user = await findBearer(deps, request.body.access_token)
      if (user === undefined)
        throw new HttpProblem(problem('signed_out', { message: '사용자 정보를 가져올 수 없습니다.' }))
      return { user_info: toUserInfo(user) }
    },
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/logout',
    schema: { tags: ['로그인'], body: signOutRequestSchema, response: { 200: signOutResponseSchema } },
    handler: async (request) => {
      // Signing out twice, or with an expired token, is not an error.
      const tokens = [request.body?.refresh_token, readBearerToken(request.headers.authorization ?? '')]
      const userId = await endSessionOfTokens(
        deps.db,
        tokens.filter((token) => token !== undefined),
      )
      if (userId !== null) await writeUserTrail(deps, request, { userId, act: 'sign_out' })
      return { ok: true as const }
    },
  })
}

async function renewTokens(deps: Deps, request: FastifyRequest, refreshToken: string): Promise<Tokens> {
  if (refreshToken === '') throw new HttpProblem(noRefreshToken)
  const rotation = await rotateTokens(deps.db, {
    refreshToken,
    providers: listConfiguredProviders(deps.config),
    ipAddress: request.ip,
    now: deps.now(),
  })
  if ('refused' in rotation) return await refuseRefresh(deps, request, rotation.refused)
  const user = await deps.db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', rotation.userId)
    .executeTakeFirstOrThrow()
  return { ...rotation.pair, user_info: toUserInfo(user), seals_copies: mustSealCopies(deps.config, user) }
}

async function refuseRefresh(deps: Deps, request: FastifyRequest, refused: RefusedRotation): Promise<never> {
  if (refused.reason === 'reuse') {
    request.log.warn({ user: refused.userId }, 'a used refresh token was presented again: its session has ended')
    // The refusal is valid even if the trail row cannot be written.
    await writeUserTrail(deps, request, { userId: refused.userId, act: 'session_reuse' }).catch((error: unknown) =>
      request.log.error({ err: error }, 'could not audit a reused token'),
    )
  }
  if (refused.reason === 'revoked') throw new HttpProblem(problem('device_revoked'))
  throw new HttpProblem(problem('signed_out', { message: '로그인이 만료되었습니다. 다시 로그인해 주세요.' }))
}

/** For actions of people who are no longer signed in. */
async function writeUserTrail(
  { db }: Deps,
  { ip }: FastifyRequest,
  entry: { userId: string; act: 'sign_out' | 'session_reuse' },
): Promise<void> {
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'nickname'])
    .where('id', '=', entry.userId)
    .executeTakeFirst()
  await writeTrail(db, { user: user ? { id: user.id, name: user.nickname } : null, ipAddress: ip, act: entry.act })
}

const noProvider: Problem = problem('not_configured', { message: '유효한 API 키가 설정되지 않았습니다.' })

const noRefreshToken: Problem = problem('invalid_request', {
  message: noRefreshTokenText,
  fields: { refresh_token: noRefreshTokenText },
})

/** One message for all invalid states, as with codes. */
const invalidState: Problem = problem('invalid_request', {
  message: '인증 상태가 만료되었습니다. 다시 로그인해 주세요.',
})

const createForeignUrlProblem = (origin: string): Problem =>
  problem('invalid_request', { message: `이 사이트의 주소(${origin})에서 로그인해 주세요.` })
