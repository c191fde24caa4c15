import { sql } from 'kysely'
import type { Database } from '../db/client.ts'

/** Maximum event streams per person. A browser needs one, with any number of tabs. */
export const maxStreams = 6

/** One of a person's stream slots. */
export interface StreamSlot {
  /** Aborts when a newer stream of the same person takes the slot. */
  readonly replaced: AbortSignal
  release(): void
}

export interface StreamSlots {
  take(userId: string): Promise<StreamSlot>
  close(): void
}

/**
 * Limits everybody to `maxStreams` event streams across all server processes. The newest stay:
 * refusing a seventh would lock out the active device in favour of six that may be dead (a laptop
 * that changes networks leaves a connection that looks alive for a quarter of an hour).
 *
 * The slots are rows in the database. Each process renews its streams every `beatMs` in one
 * statement, and so learns which of them another process has replaced. A database crash empties the
 * table: streams whose row is missing take a slot again if one is free.
 */
export function createStreamSlots({ db }: { db: Database }, { beatMs }: { beatMs: number }): StreamSlots {
  const own = new Map<number, Held>()
  const timer = setInterval(() => void beat().catch(() => undefined), beatMs)
  timer.unref()

  async function beat(): Promise<void> {
    const seqs = [...own.keys()]
    if (seqs.length === 0) return
    const renewed = await sql<{ seq: number }>`
      with swept as (delete from event_stream where seen_at < now() - interval '10 minutes')
      update event_stream set seen_at = now() where seq = any(${seqs}) returning seq`.execute(db)
    const known = new Set(renewed.rows.map(({ seq }) => seq))
    for (const seq of seqs) if (!known.has(seq)) await reacquire(seq)
  }

  async function reacquire(seq: number): Promise<void> {
    const held = own.get(seq)
    if (!held) return
    const { rows } = await sql<{ seq: number }>`
      insert into event_stream (user_id) select ${held.userId}::uuid
      where (select count(*) from event_stream where user_id = ${held.userId}) < ${maxStreams} returning seq`.execute(
      db,
    )
    own.delete(seq)
    const again = rows[0]?.seq
    if (again === undefined) return held.replaced.abort()
    held.seq = again
    own.set(again, held)
    if (held.isReleased) forget(again)
  }

  /** A slot that cannot be deleted now expires by age. */
  function forget(seq: number): void {
    own.delete(seq)
    db.deleteFrom('event_stream')
      .where('seq', '=', seq)
      .execute()
      .catch(() => undefined)
  }

  async function take(userId: string): Promise<StreamSlot> {
    const { seq } = await db
      .insertInto('event_stream')
      .values({ user_id: userId })
      .returning('seq')
      .executeTakeFirstOrThrow()
    const held: Held = { seq, userId, replaced: new AbortController(), isReleased: false }
    own.set(seq, held)
    const surplus = await evictSurplus(db, userId).catch((error: unknown) => {
      // The stream never received this slot, so nobody else would release it.
      forget(seq)
      throw error
    })
    for (const row of surplus) own.get(row.seq)?.replaced.abort()
    return {
      replaced: held.replaced.signal,
      release() {
        held.isReleased = true
        forget(held.seq)
      },
    }
  }

  return { take, close: () => clearInterval(timer) }
}

/** A separate statement: of several concurrent streams, the last one then sees all the others. */
async function evictSurplus(db: Database, userId: string): Promise<{ seq: number }[]> {
  const { rows } = await sql<{ seq: number }>`
    delete from event_stream where seq in (
      select seq from event_stream where user_id = ${userId} order by seq desc offset ${maxStreams}
    ) returning seq`.execute(db)
  return rows
}

/** A stream of this process and its row. */
interface Held {
  seq: number
  readonly userId: string
  readonly replaced: AbortController
  isReleased: boolean
}
