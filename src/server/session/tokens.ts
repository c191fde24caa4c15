import { sql, type Transaction } from 'kysely'
import { dayMs } from '#contract/dates/day-ms.ts'
import { maxSessions, sessionDays } from '#contract/session/session.ts'
import type { ProviderName } from '#server/auth/configured-provider.ts'
import { hashToken, newToken } from '#server/auth/token.ts'
import type { Database } from '#server/db/client.ts'
import type { SessionEnd } from '#server/schema/tables/session.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

const accessLifetimeSeconds = 3600

/**
 * Lifetime of a session from its start, however often it is renewed; the device's outbox waits for
 * the next sign-in.
 */
export const sessionLifetimeMs = sessionDays * dayMs

export interface TokenPair {
  access_token: string
  refresh_token: string
  expires_in: number
}

interface NewSession {
  id: string
  userId: string
  provider: ProviderName
  /** Device name, see `detectDeviceName`. */
  device: string
  ipAddress: string
  now: Date
}

/** Starts a session on one device with its first pair of tokens. */
export async function createSession(trx: Transaction<Tables>, session: NewSession): Promise<TokenPair> {
  const { id, userId, provider, device, ipAddress, now } = session
  const startedAt = now.toISOString()
  await trx
    .insertInto('session')
    .values({
      id,
      user_id: userId,
      provider,
      device,
      address: ipAddress,
      started_at: startedAt,
      last_used_at: startedAt,
      active_at: startedAt,
    })
    .execute()
  return await issuePair(trx, { sessionId: id, generation: 1, now, endsAt: now.getTime() + sessionLifetimeMs })
}

interface RotationRequest {
  refreshToken: string
  /** The providers configured for this process; sessions of others are refused but not ended. */
  providers: readonly ProviderName[]
  ipAddress: string
  now: Date
}

type Rotation = { pair: TokenPair; userId: string } | { refused: RefusedRotation }

/** `revoked`: ended elsewhere, by the person, or by the loss of the role or account. */
export type RefusedRotation = { reason: 'unknown' | 'revoked' } | { reason: 'reuse'; userId: string }

/**
 * Turns a refresh token into the next pair. Every refresh token works once; reuse means that two
 * parties hold it, and since the thief cannot be identified, the whole family ends.
 *
 * One exception. A response can be lost after the server committed: the device then holds only the
 * predecessor, and ending its session would keep a field worker from sending the day's work. So
 * while the successor was never used, its immediate predecessor may be reused: it gets a fresh
 * pair, and the successor is invalidated. A thief gains nothing lasting: the holder of the
 * invalidated successor will present it sooner or later, and that counts as reuse. Once a successor
 * is used, its predecessor is an old token like any other.
 */
export async function rotateTokens(db: Database, request: RotationRequest): Promise<Rotation> {
  return await db.transaction().execute(async (trx) => {
    const token = await findRefreshToken(trx, request.refreshToken)
    if (token === undefined) return { refused: { reason: 'unknown' } }
    if (token.ended_at !== null || !token.is_active) {
      return { refused: { reason: isRevoked(token) ? 'revoked' : 'unknown' } }
    }
    const endsAt = Date.parse(token.started_at) + sessionLifetimeMs
    if (!request.providers.includes(token.provider) || endsAt <= request.now.getTime())
      return { refused: { reason: 'unknown' } }
    const isCurrent = token.generation === token.session_generation
    const isLostResponse = token.generation === token.tolerated_generation
    if (!isCurrent && !isLostResponse) {
      await endSession(trx, { sessionId: token.session_id, reason: 'reuse' })
      return { refused: { reason: 'reuse', userId: token.user_id } }
    }
    if (Date.parse(token.expires_at) <= request.now.getTime()) return { refused: { reason: 'unknown' } }
    if (isLostResponse)
      await revokeAccessToken(trx, { sessionId: token.session_id, generation: token.session_generation })
    const generation = token.session_generation + 1
    await trx
      .updateTable('session')
      .set({
        generation,
        tolerated_generation: token.generation,
        last_used_at: request.now.toISOString(),
        address: request.ipAddress,
      })
      .where('id', '=', token.session_id)
      .execute()
    await sweepTokens(trx, { sessionId: token.session_id, now: request.now })
    const pair = await issuePair(trx, { sessionId: token.session_id, generation, now: request.now, endsAt })
    return { pair, userId: token.user_id }
  })
}

/**
 * Ends the session that any of these tokens belongs to, of any kind and generation. Returns its
 * user, or null when there was nothing left to end.
 */
export async function endSessionOfTokens(db: Database, tokens: readonly string[]): Promise<string | null> {
  if (tokens.length === 0) return null
  const ended = await db
    .updateTable('session')
    .set((set) => ({ ended_at: set.fn<string>('now'), ended_why: 'signed_out' as const }))
    .where('ended_at', 'is', null)
    .where('id', 'in', (select) =>
      select
        .selectFrom('session_token')
        .select('session_id')
        .where(
          'hash',
          'in',
          tokens.map((token) => hashToken(token)),
        ),
    )
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id ?? null
}

/**
 * Deletes expired sessions with their tokens. Ended ones are kept as long, so that the reason can
 * be reported.
 */
export async function sweepSessions(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - sessionLifetimeMs)
  await db.deleteFrom('session').where('started_at', '<=', oldest.toISOString()).execute()
}

/**
 * Whether the session was revoked: by the person elsewhere, or by the loss of the role or account.
 */
function isRevoked({
  ended_why: reason,
  is_active: isActive,
}: {
  ended_why: SessionEnd | null
  is_active: boolean
}): boolean {
  return !isActive || (reason !== null && revocations.has(reason))
}

const revocations = new Set<SessionEnd>(['ended_elsewhere', 'ended_by_office', 'role_taken', 'deactivated'])

/** Locks the session's row, so that two tabs refreshing at once are serialized. */
async function findRefreshToken(trx: Transaction<Tables>, refreshToken: string) {
  return await trx
    .selectFrom('session_token')
    .innerJoin('session', 'session.id', 'session_token.session_id')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .where('session_token.hash', '=', hashToken(refreshToken))
    .where('session_token.kind', '=', 'refresh')
    .select([
      'session_token.session_id',
      'session_token.generation',
      'session_token.expires_at',
      'session.generation as session_generation',
      'session.tolerated_generation',
      'session.provider',
      'session.started_at',
      'session.ended_at',
      'session.ended_why',
      'session.user_id',
      'app_user.is_active',
    ])
    .forUpdate('session')
    .executeTakeFirst()
}

/** No token outlives its session, which ends at `endsAt` (ms since 1970). */
async function issuePair(
  trx: Transaction<Tables>,
  next: { sessionId: string; generation: number; now: Date; endsAt: number },
) {
  const access = newToken('access')
  const refresh = newToken('refresh')
  const accessEndsAt = Math.min(next.now.getTime() + accessLifetimeSeconds * 1000, next.endsAt)
  const until = (ms: number) => new Date(ms).toISOString()
  const shared = { session_id: next.sessionId, generation: next.generation }
  await trx
    .insertInto('session_token')
    .values([
      { ...shared, hash: hashToken(access), kind: 'access', expires_at: until(accessEndsAt) },
      { ...shared, hash: hashToken(refresh), kind: 'refresh', expires_at: until(next.endsAt) },
    ])
    .execute()
  const seconds = Math.ceil((accessEndsAt - next.now.getTime()) / 1000)
  return { access_token: access, refresh_token: refresh, expires_in: seconds }
}

async function endSession(trx: Transaction<Tables>, end: { sessionId: string; reason: 'reuse' | 'signed_out' }) {
  await trx
    .updateTable('session')
    .set((set) => ({ ended_at: set.fn<string>('now'), ended_why: end.reason }))
    .where('id', '=', end.sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

async function revokeAccessToken(trx: Transaction<Tables>, pair: { sessionId: string; generation: number }) {
  await trx
    .deleteFrom('session_token')
    .where('session_id', '=', pair.sessionId)
    .where('generation', '=', pair.generation)
    .where('kind', '=', 'access')
    .execute()
}

/**
 * Used refresh tokens are kept until they expire: only a known token can be recognized as reused.
 */
async function sweepTokens(trx: Transaction<Tables>, options: { sessionId: string; now: Date }) {
  await trx
    .deleteFrom('session_token')
    .where('session_id', '=', options.sessionId)
    .where('expires_at', '<', options.now.toISOString())
    .execute()
}

/**
 * Called at start: ends demo accounts' sessions if this server no longer offers them
 * (LOCAL_LOGIN=off, or Kakao keys set); switching back does not revive them. Kakao sessions are
 * never ended here; a process without Kakao keys only refuses them. Another process on the same
 * database may have the keys, and one started without them by mistake must not sign out the whole
 * office.
 */
export async function endSessionsOfRemovedProvider(db: Database, configured: ProviderName | null): Promise<void> {
  if (configured === 'local') return
  await db
    .updateTable('session')
    .set(buildEndedNow('provider_gone'))
    .where('provider', '=', 'local')
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * After a sign-in: if a person has more than `maxSessions` live sessions, ends the least recently
 * used ones, never the new one. Concurrent sign-ins of one person are serialized, because each has
 * updated the person's row.
 */
export async function endLeastRecentlyUsed(
  trx: Transaction<Tables>,
  session: { id: string; userId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('session')
    .set(buildEndedNow('too_many'))
    .where('id', 'in', (select) =>
      select
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', session.userId)
        .where('ended_at', 'is', null)
        .where('started_at', '>', computeOldestStart(session.now))
        .where('id', '!=', session.id)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(maxSessions - 1),
    )
    .execute()
}

/** The owner of the sessions; `sessionId` is the current session. */
export interface SessionOwner {
  userId: string
  sessionId: string | null
  now: Date
}

/** The sessions to end: one by id, all but the current one, or all. */
export type SessionTarget = { id: string } | 'others' | 'all'

/**
 * Ends live sessions of their owner and returns them. Ignores ids of other people's or ended
 * sessions.
 */
export async function endOwnSessions(
  trx: Transaction<Tables>,
  owner: SessionOwner,
  target: SessionTarget,
): Promise<{ id: string; device: string }[]> {
  const { userId, sessionId, now } = owner
  return await trx
    .updateTable('session')
    .set((set) => ({
      ended_at: set.fn<string>('now'),
      ended_why: set
        .case()
        .when('id', '=', sessionId)
        .then('signed_out')
        .else('ended_elsewhere')
        .end()
        .$castTo<SessionEnd>(),
    }))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('started_at', '>', computeOldestStart(now))
    .$if(target === 'others', (update) => update.where('id', '!=', sessionId))
    .$if(typeof target === 'object', (update) => update.where('id', '=', typeof target === 'object' ? target.id : ''))
    .returning(['id', 'device'])
    .execute()
}

/** Sessions that began at this moment or earlier have expired. */
export function computeOldestStart(now: Date): string {
  return new Date(now.getTime() - sessionLifetimeMs).toISOString()
}

function buildEndedNow(reason: SessionEnd) {
  return { ended_at: sql<string>`now()`, ended_why: reason }
}
