import { sql, type Transaction } from 'kysely'
import { maxSessions } from '#contract/session/session.ts'
import type { Database } from '#server/db/client.ts'
import type { SessionEnd } from '../schema/tables/session.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { ProviderName } from '#server/auth/configured-provider.ts'
import { sessionLifetimeMs } from './tokens.ts'

/**
 * Called at start: ends demo accounts' sessions if this server no longer offers them
 * (LOCAL_LOGIN=off, or Kakao keys set); switching back does not revive them. Kakao sessions are
 * never ended here; a process without Kakao keys only refuses them. Another process on the same
 * database may have the keys, and one started without them by mistake must not sign out the whole
 * office.
 */
export async function endSessionsOfGoneProvider(db: Database, configured: ProviderName | null): Promise<void> {
  if (configured === 'local') return
  await db
    .updateTable('session')
    .set(ended('provider_gone'))
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
  tx: Transaction<Tables>,
  session: { id: string; userId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('session')
    .set(ended('too_many'))
    .where('id', 'in', (select) =>
      select
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', session.userId)
        .where('ended_at', 'is', null)
        .where('started_at', '>', oldestStart(session.now))
        .where('id', '!=', session.id)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(maxSessions - 1),
    )
    .execute()
}

/** The owner of the sessions; `sessionId` is the current session. */
export type Owner = { userId: string; sessionId: string | null; now: Date }

/** The sessions to end: one by id, all but the current one, or all. */
export type SessionTarget = { id: string } | 'others' | 'all'

/**
 * Ends live sessions of their owner and returns them. Ignores ids of other people's or ended
 * sessions.
 */
export async function endOwnSessions(
  tx: Transaction<Tables>,
  owner: Owner,
  target: SessionTarget,
): Promise<{ id: string; device: string }[]> {
  const { userId, sessionId, now } = owner
  return await tx
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
    .where('started_at', '>', oldestStart(now))
    .$if(target === 'others', (update) => update.where('id', '!=', sessionId))
    .$if(typeof target === 'object', (update) => update.where('id', '=', typeof target === 'object' ? target.id : ''))
    .returning(['id', 'device'])
    .execute()
}

/** Sessions that began at this moment or earlier have expired. */
export function oldestStart(now: Date): string {
  return new Date(now.getTime() - sessionLifetimeMs).toISOString()
}

function ended(why: SessionEnd) {
  return { ended_at: sql<string>`now()`, ended_why: why }
}
