import { sql, type Transaction } from 'kysely'
import { maxSessions } from '#contract/session/session.ts'
import type { Database } from '#server/db/client.ts'
import type { SessionEnd } from '../schema/tables/session.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { ProviderName } from '#server/plugins/configured-provider.ts'
import { sessionLifetimeMs } from './tokens.ts'

/**
 * Demo accounts' sessions end at the start of a server that does not offer them any more (LOCAL_LOGIN=off, Kakao keys set); switching back does not bring
 * them to life. Kakao's are never ended here, only refused by whoever is not set up for Kakao: another process on the same database may be, and one that
 * was started without its keys by mistake must not sign the whole office out.
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
 * After a sign-in: of more than `maxSessions` live sessions of a person those used longest ago end, never the one just begun. Sign-ins of one person come
 * one after another, because each has written the person's row before.
 */
export async function endLeastRecentlyUsed(
  tx: Transaction<Tables>,
  begun: { id: string; userId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('session')
    .set(ended('too_many'))
    .where('id', 'in', (select) =>
      select
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', begun.userId)
        .where('ended_at', 'is', null)
        .where('started_at', '>', oldestStart(begun.now))
        .where('id', '!=', begun.id)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(maxSessions - 1),
    )
    .execute()
}

/** Who asks about or ends their own sessions; `sessionId` is the one they ask with. */
export type Owner = { userId: string; sessionId: string | null; now: Date }

/** What to end: one session by its id, all but the one that asks, or all. */
export type Doomed = { id: string } | 'others' | 'all'

/** Ends live sessions of their owner; answers them. Somebody else's, or one that is over, is not among them. */
export async function endOwnSessions(
  tx: Transaction<Tables>,
  owner: Owner,
  doomed: Doomed,
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
    .$if(doomed === 'others', (update) => update.where('id', '!=', sessionId))
    .$if(typeof doomed === 'object', (update) => update.where('id', '=', typeof doomed === 'object' ? doomed.id : ''))
    .returning(['id', 'device'])
    .execute()
}

/** A session that began at this moment or before is over. */
export function oldestStart(now: Date): string {
  return new Date(now.getTime() - sessionLifetimeMs).toISOString()
}

function ended(why: SessionEnd) {
  return { ended_at: sql<string>`now()`, ended_why: why }
}
