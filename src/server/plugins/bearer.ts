import type { FastifyRequest } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { type FactorReason, problem } from '#contract/problem.ts'
import { appBuildHeader, parseBuildHeader } from '#contract/sync/app-build.ts'
import { listConfiguredProviders, type ProviderName } from '#server/auth/configured-provider.ts'
import { createFactorGate, type FactorGate } from '#server/auth/factor-gate.ts'
import { hashToken } from '#server/auth/token.ts'
import { createBatchedLookup } from '#server/db/batch-lookups.ts'
import { prepared } from '#server/db/client.ts'
import { classifyDatabaseError } from '#server/db/database-failure.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { AppUserTable } from '#server/schema/tables/session.ts'

/**
 * The requesting user. Roles are read for every request, so that a revoked role takes effect at
 * once.
 */
export interface SignedInUser {
  id: string
  /** Recorded in the change log and the trail as it was at that moment. */
  name: string
  isStaff: boolean
  isSuperuser: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its `Authorization` header is not a session token; the route checks it. */
    hasOwnToken?: boolean
    /** The route also works without the database and decides itself who may call it meanwhile. */
    outlivesDatabase?: boolean
    /** The route works before the second factor was given, because it is used to give it. */
    isBeforeFactor?: boolean
  }
  interface FastifyRequest {
    /** Null for a visitor without a token. */
    user: SignedInUser | null
    /** Session of the token; null for a visitor. */
    sessionId: string | null
    /**
     * Why this session has no access to the office's data. `user` then has no roles, so that every
     * check treats them as an outsider.
     */
    missingFactor: FactorReason | null
    /** A superuser at an IP address outside ADMIN_NETWORKS; `user` is then not a superuser. */
    isAdminElsewhere: boolean
    /**
     * The token could not be checked; only set on routes with `outlivesDatabase`, which treat the
     * caller as a visitor.
     */
    isDatabaseAway: boolean
  }
}

/**
 * Sets `request.user` from `Authorization: Bearer <access token>`. Without the header the caller is
 * a visitor. A token that is unknown, expired, forged or of an ended session is refused with 401
 * `signed_out` even where visitors may read, because an outdated tab must learn that it is signed
 * out rather than silently see less. /oauth takes tokens in its bodies and ignores the header.
 *
 * Also counts the request (request-limits.ts), now that its caller is known; a refused token counts
 * for its IP address.
 */
export function registerBearer(app: App, deps: Deps): void {
  const count = app.countRequest
  app.decorateRequest('user', null)
  app.decorateRequest('sessionId', null)
  app.decorateRequest('missingFactor', null)
  app.decorateRequest('isAdminElsewhere', false)
  app.decorateRequest('isDatabaseAway', false)
  const gate = createFactorGate(deps)
  const recordUse = createUseRecorder(deps)
  const findBatched = createBatchedLookup((tokens: readonly string[]) => findBearers(deps, tokens))
  app.addHook('onRequest', async (request, reply) => {
    const { authorization } = request.headers
    if (authorization === undefined || isSignInRoute(request) || request.routeOptions.config.hasOwnToken === true)
      return await count(request, reply)
    const token = readBearerToken(authorization)
    const bearer = token === undefined ? undefined : await findBatched(token).catch(ignoreOutage(request))
    if (bearer) attachUser(request, bearer, gate)
    await count(request, reply)
    if (request.isDatabaseAway) return
    if (bearer === undefined) throw new HttpProblem(problem('signed_out'))
    recordUse({
      sessionId: bearer.session_id,
      lastUsedAt: bearer.session_used_at,
      ipAddress: request.ip,
      build: parseBuildHeader(request.headers[appBuildHeader]),
      storedBuild: bearer.app_build,
    })
  })
}

/**
 * Decided by the matched route, because a path can be spelled in several ways (`/%6fauth/…`,
 * `http://host/oauth/…`).
 */
export function isSignInRoute({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  return routeOptions.url?.startsWith('/oauth/') ?? false
}

function ignoreOutage(request: FastifyRequest) {
  return (error: unknown): undefined => {
    if (request.routeOptions.config.outlivesDatabase !== true || classifyDatabaseError(error) !== 'unavailable')
      throw error
    request.isDatabaseAway = true
  }
}

function attachUser(request: FastifyRequest, bearer: Bearer, gate: FactorGate): void {
  const { id, nickname: name, is_staff: isStaff, is_superuser: isSuperuser } = bearer
  request.sessionId = bearer.session_id
  request.missingFactor = gate.findMissingFactor(request, bearer)
  request.isAdminElsewhere = gate.isAdminElsewhere(request, bearer)
  const hasAccess = request.missingFactor === null
  request.user = {
    id,
    name,
    isStaff: isStaff && hasAccess,
    isSuperuser: isSuperuser && hasAccess && !request.isAdminElsewhere,
  }
}

/** The token of an `Authorization` header; undefined when it isn't one of ours. */
export function readBearerToken(authorization: string): string | undefined {
  return /^Bearer ([\w-]{1,500})$/i.exec(authorization)?.[1]
}

/** The user of an access token, with its session. */
type Bearer = Selectable<AppUserTable> & {
  session_id: string
  session_used_at: string
  app_build: string | null
  session_provider: ProviderName
  factor_at: string | null
  active_at: string
  has_factor: boolean
}

/**
 * The active user of an access token, or undefined. Sessions of a provider that isn't configured
 * don't count.
 */
export async function findBearer(deps: BearerDeps, accessToken: string): Promise<Bearer | undefined> {
  return (await findBearers(deps, [accessToken])).get(accessToken)
}

type BearerDeps = Pick<Deps, 'db' | 'now' | 'config'>

/** Users by token; tokens without a user are missing. */
async function findBearers(
  { db, now, config }: BearerDeps,
  accessTokens: readonly string[],
): Promise<Map<string, Bearer>> {
  const tokensByHash = new Map(accessTokens.map((token) => [hashToken(token), token]))
  const result = await sql<Bearer & { token_hash: string }>`${prepared}
    select session_token.hash as token_hash, app_user.*, session.id as session_id, session.last_used_at as session_used_at, session.app_build,
      session.provider as session_provider, session.factor_at, session.active_at,
      second_factor.totp_cipher is not null or exists (select from passkey where passkey.user_id = app_user.id) as has_factor
    from session_token
    join session on session.id = session_token.session_id
    join app_user on app_user.id = session.user_id
    left join second_factor on second_factor.user_id = app_user.id
    where session_token.hash = any(${[...tokensByHash.keys()]}::text[]) and session_token.kind = 'access'
      and session_token.expires_at > ${now().toISOString()}::timestamptz and session.ended_at is null and app_user.is_active
      and session.provider = any(${listConfiguredProviders(config)}::text[])
  `.execute(db)
  return new Map(result.rows.map(({ token_hash: hash, ...user }) => [tokensByHash.get(hash) ?? '', user]))
}

/**
 * For a route's `policy.ts`: throws 401 for a visitor, 428 for staff whose second factor is
 * missing.
 */
export function requireSignedIn(request: FastifyRequest): SignedInUser {
  if (request.user === null) throw new HttpProblem(problem('signed_out'))
  const { missingFactor: factor } = request
  if (factor && request.routeOptions.config.isBeforeFactor !== true)
    throw new HttpProblem(problem('second_factor_needed', { factor, message: factorMessages[factor] }))
  return request.user
}

const factorMessages: Record<FactorReason, string> = {
  enrol: '2단계 인증을 등록해야 업무 화면을 볼 수 있습니다.',
  pass: '2단계 인증이 필요합니다.',
  idle: '오랫동안 사용하지 않아 2단계 인증이 다시 필요합니다.',
  fresh: '이 작업을 하려면 2단계 인증이 한 번 더 필요합니다.',
}

/** Throws 401 for a visitor, 403 for a member. A superuser is staff too. */
export function requireStaff(request: FastifyRequest): SignedInUser {
  const user = requireSignedIn(request)
  if (!user.isStaff && !user.isSuperuser) throw new HttpProblem(problem('not_permitted'))
  return user
}

/** Throws 401 for a visitor, 403 for anyone who isn't a superuser. */
export function requireSuperuser(request: FastifyRequest): SignedInUser {
  const user = requireSignedIn(request)
  if (request.isAdminElsewhere) throw new HttpProblem(problem('not_permitted', { message: adminElsewhere }))
  if (!user.isSuperuser) throw new HttpProblem(problem('not_permitted'))
  return user
}

const adminElsewhere = '이 네트워크에서는 관리 기능을 쓸 수 없습니다. 허용된 네트워크(사무소)에서 접속해 주세요.'

/**
 * Minimum interval in ms between writes of a session's last use: precise enough for the list of
 * devices without a write per request.
 */
const minUseIntervalMs = 600_000

interface SessionUse {
  sessionId: string
  lastUsedAt: string
  ipAddress: string
  /** The app build the session uses now, if known, and the one stored before. */
  build: string | undefined
  storedBuild: string | null
}

/**
 * Returns a function that records a session's use and IP address. Requests neither wait for it nor
 * fail with it; the next use makes up for a failed write.
 */
function createUseRecorder({ db, now }: Pick<Deps, 'db' | 'now'>): (use: SessionUse) => void {
  /** Of a page's concurrent requests only one writes. */
  const pendingSessions = new Set<string>()
  return ({ sessionId, lastUsedAt, ipAddress, build, storedBuild }) => {
    const usedAt = now()
    const isNewBuild = build !== undefined && build !== storedBuild
    if ((usedAt.getTime() - Date.parse(lastUsedAt) < minUseIntervalMs && !isNewBuild) || pendingSessions.has(sessionId))
      return
    pendingSessions.add(sessionId)
    const before = new Date(usedAt.getTime() - minUseIntervalMs).toISOString()
    void db
      .updateTable('session')
      .set({ last_used_at: usedAt.toISOString(), address: ipAddress, ...(isNewBuild && { app_build: build }) })
      .where('id', '=', sessionId)
      // Another process may have been first.
      .where((eb) =>
        eb.or([eb('last_used_at', '<=', before), ...(isNewBuild ? [eb('app_build', 'is distinct from', build)] : [])]),
      )
      .execute()
      .catch(() => undefined)
      .finally(() => pendingSessions.delete(sessionId))
  }
}
