import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import {
  linkAccountSchema,
  linkedAccountsPath,
  linkedAccountsSchema,
  unlinkAccountSchema,
} from '#contract/people/linked-accounts.ts'
import { problem, type Problem, problemSchema } from '#contract/problem.ts'
import {
  callbackRequestSchema,
  kiaKeysSchema,
  startSignInRequestSchema,
  startSignInResponseSchema,
  tokensSchema,
} from '#contract/session/session.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { resolveOrigin } from '#server/http/own-origin.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import { buildKiaAuthorizeUrl, exchangeKiaCode, type KiaPerson } from './kia-provider.ts'
import { findLinkedUser, linkAccount, listLinkedAccounts, recordAccount, unlinkAccount } from './linked-accounts.ts'
import { consumeSignIn, isOwnUrl, startSignInState } from './sign-in-state.ts'
import { startSession } from './start-session.ts'

interface RouteOptions {
  onRequest: onRequestAsyncHookHandler[]
}

const tags = ['로그인']

/**
 * The second provider, Kia. It signs in only existing users whom a superuser has linked to the
 * account. Without its keys its routes say that it is not configured. `options`: the guards of the
 * first provider's routes.
 */
export function registerKiaRoutes(app: App, deps: Deps, options: RouteOptions): void {
  registerKiaSignIn(app, deps, options)
  registerLinks(app, deps)
}

function registerKiaSignIn(app: App, deps: Deps, options: RouteOptions): void {
  app.route({
    ...options,
    method: 'GET',
    url: '/oauth/get_keys/kia',
    schema: { tags, summary: '기아 로그인 키', response: { 200: kiaKeysSchema } },
    handler: () => {
      const { clientId, host } = requireSettings(deps)
      return { clientId, key: 'kia', authorizeUrl: `${host}/api/v1/user/oauth2/authorize` }
    },
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/begin/kia',
    schema: {
      tags,
      summary: '기아 로그인 시작',
      body: startSignInRequestSchema,
      response: { 200: startSignInResponseSchema },
    },
    handler: async (request) => {
      const settings = requireSettings(deps)
      const { code_challenge: codeChallenge, redirect_uri: redirectUri } = request.body
      const origin = resolveOrigin(request, deps.config)
      if (!isOwnUrl(origin, redirectUri) || new URL(redirectUri).pathname !== '/oauth/callback/kia')
        throw new HttpProblem(createForeignUrlProblem(origin))
      const state = await startSignInState(deps, { codeChallenge, redirectUri })
      return { state, authorizeUrl: buildKiaAuthorizeUrl(settings, { redirectUri, state }) }
    },
  })
  app.route({
    ...options,
    method: 'POST',
    url: '/oauth/callback/kia',
    schema: { tags, summary: '기아 로그인 완료', body: callbackRequestSchema, response: { 200: tokensSchema } },
    handler: async (request) => {
      const settings = requireSettings(deps)
      const { code, redirect_uri: redirectUri, code_verifier: codeVerifier, state, invitation } = request.body
      // A state of the other provider has another redirect URI, so it is invalid here.
      if (new URL(redirectUri, 'http://x').pathname !== '/oauth/callback/kia') throw new HttpProblem(invalidState)
      if (!(await consumeSignIn(deps, { state, codeVerifier, redirectUri }))) throw new HttpProblem(invalidState)
      const exchanged = await exchangeKiaCode(settings, { code, redirectUri })
      if ('refused' in exchanged) throw new HttpProblem(exchanged.refused)
      return await signInLinked(deps, request, { person: exchanged.person, invitation })
    },
  })
}

/**
 * Records unlinked accounts first, in a separate transaction, so that the refusal does not undo it.
 */
async function signInLinked(
  deps: Deps,
  request: FastifyRequest,
  { person, invitation }: { person: KiaPerson; invitation: string | undefined },
) {
  const now = deps.now()
  await recordAccount(deps.db, { id: deps.newId(), person, now })
  return await deps.db.transaction().execute(async (trx) => {
    const user = await findLinkedUser(trx, person.providerId)
    // Demo accounts cannot sign in where they are not offered, not even through a link.
    if (user === undefined || (user.provider === 'local' && !deps.config.localLogin)) throw new HttpProblem(notLinked)
    const tokens = await startSession(trx, { ...deps, request, user, provider: 'kia', now, invitation })
    const lastSeen = { last_login: now.toISOString() }
    await trx.updateTable('app_user').set(lastSeen).where('id', '=', user.id).execute()
    return { ...tokens, user_info: { ...tokens.user_info, ...lastSeen } }
  })
}

function registerLinks(app: App, deps: Deps): void {
  const onRequest = [async (request: FastifyRequest) => void requireSuperuser(request)]
  const response = { 200: linkedAccountsSchema, '4xx': problemSchema }
  const list = async () => ({ is_configured: deps.config.kia !== undefined, ...(await listLinkedAccounts(deps.db)) })
  const throwOrList = async (refused: Problem | null) => {
    if (refused) throw new HttpProblem(refused)
    return await list()
  }
  const readActor = (request: FastifyRequest) => ({
    user: requireSuperuser(request),
    ipAddress: request.ip,
    now: deps.now(),
  })
  app.route({
    method: 'GET',
    url: linkedAccountsPath,
    onRequest,
    handler: list,
    schema: { tags, summary: '기아 계정과 연결된 사용자', response },
  })
  app.route({
    method: 'PUT',
    url: linkedAccountsPath,
    onRequest,
    schema: { tags, summary: '기아 계정을 사용자에 연결', body: linkAccountSchema, response },
    handler: async (request) => {
      const { id, user_id: userId } = request.body
      return await throwOrList(await linkAccount(deps.db, { id, userId }, readActor(request)))
    },
  })
  app.route({
    method: 'DELETE',
    url: linkedAccountsPath,
    onRequest,
    schema: { tags, summary: '기아 계정 연결 해제', body: unlinkAccountSchema, response },
    handler: async (request) => await throwOrList(await unlinkAccount(deps.db, request.body.id, readActor(request))),
  })
}

function requireSettings({ config }: Deps) {
  if (config.kia === undefined) throw new HttpProblem(notConfigured)
  return config.kia
}

const notConfigured = problem('not_configured', {
  message: '기아 로그인 키(KIA_CLIENT_ID)가 아직 설정되지 않았습니다.',
})
const invalidState = problem('invalid_request', { message: '인증 상태가 만료되었습니다. 다시 로그인해 주세요.' })
const createForeignUrlProblem = (origin: string): Problem =>
  problem('invalid_request', { message: `이 사이트의 주소(${origin})에서 로그인해 주세요.` })
const notLinked = problem('not_permitted', {
  message: '아직 사용자와 연결되지 않은 기아 계정입니다. 사무소의 최고관리자에게 계정 연결을 요청해 주세요.',
})
