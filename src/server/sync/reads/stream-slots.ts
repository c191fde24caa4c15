import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'

/** Maximum event streams per person. A browser needs one, with any number of tabs. */
export const maxStreams = 6

export interface StreamSlot {
  /** Aborts when a newer stream of the same person takes the slot. */
  readonly replaced: AbortSignal
  release(): void
}

interface StreamSlots {
  acquire(userId: string): Promise<StreamSlot>
  close(): void
}

/**
 * Limits everybody to `maxStreams` event streams across all server processes. The newest stay:
 * refusing a seventh would lock out the active device in favor of six that may be dead (a laptop
 * that changes networks leaves a connection that looks alive for a quarter of an hour).
 *
 * The slots are rows in the database. Each process renews its streams every `beatMs` in one
 * statement, and so learns which of them another process has replaced. A database crash empties the
 * table: streams whose row is missing take a slot again if one is free.
 */
export function createStreamSlots({ db }: { db: Database }, { beatMs }: { beatMs: number }): StreamSlots {
  const slots = new Map<number, HeldSlot>()
  let isRenewing = false
  const timer = setInterval(() => void beat(), beatMs)
  timer.unref()

  /** Two renewals at once would both replace a missing row. */
  async function beat(): Promise<void> {
    if (isRenewing) return
    isRenewing = true
    await renewSlots().catch(() => undefined)
    isRenewing = false
  }

  async function renewSlots(): Promise<void> {
    const seqs = [...slots.keys()]
    if (seqs.length === 0) return
    const renewed = await sql<{ seq: number }>`
      with swept as (delete from event_stream where seen_at < now() - interval '10 minutes')
      update event_stream set seen_at = now() where seq = any(${seqs}) returning seq`.execute(db)
    const renewedSeqs = new Set(renewed.rows.map(({ seq }) => seq))
    for (const seq of seqs) if (!renewedSeqs.has(seq)) await reacquire(seq)
  }

  async function reacquire(seq: number): Promise<void> {
    const slot = slots.get(seq)
    if (!slot) return
    const { rows } = await sql<{ seq: number }>`
      insert into event_stream (user_id) select ${slot.userId}::uuid
      where (select count(*) from event_stream where user_id = ${slot.userId}) < ${maxStreams} returning seq`.execute(
      db,
    )
    slots.delete(seq)
    const reassignedSeq = rows[0]?.seq
    if (reassignedSeq === undefined) return slot.replaced.abort()
    slot.seq = reassignedSeq
    slots.set(reassignedSeq, slot)
    if (slot.isReleased) deleteSlot(reassignedSeq)
  }

  /** A slot that cannot be deleted now expires by age. */
  function deleteSlot(seq: number): void {
    slots.delete(seq)
    db.deleteFrom('event_stream')
      .where('seq', '=', seq)
      .execute()
      .catch(() => undefined)
  }

  async function acquire(userId: string): Promise<StreamSlot> {
    const { seq } = await db
      .insertInto('event_stream')
      .values({ user_id: userId })
      .returning('seq')
      .executeTakeFirstOrThrow()
    const slot: HeldSlot = { seq, userId, replaced: new AbortController(), isReleased: false }
    slots.set(seq, slot)
    const surplus = await evictSurplus(db, userId).catch((error: unknown) => {
      // The stream never received this slot, so nobody else would release it.
      deleteSlot(seq)
      throw error
    })
    for (const row of surplus) slots.get(row.seq)?.replaced.abort()
    return {
      replaced: slot.replaced.signal,
      release() {
        slot.isReleased = true
        deleteSlot(slot.seq)
      },
    }
  }

  return { acquire, close: () => clearInterval(timer) }
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
interface HeldSlot {
  seq: number
  readonly userId: string
  readonly replaced: AbortController
  isReleased: boolean
}
