import type { Outbox } from '../../../src/mirror/outbox/open-outbox.ts'
import { isRefused, readEntry, type StoredEntry } from '../../../src/mirror/outbox/stored-entry.ts'

/** The outbox as a test last saw it, for comparison at the next check. */
export interface OutboxWitness {
  /** The last known entries by seq. */
  readonly entriesBySeq: Map<number, StoredEntry>
}

/**
 * Checks the outbox rules that are visible in the tables; returns one line per breach, empty when
 * all hold. Call it repeatedly with the same witness: entries may leave only from `acked`, or with
 * a log row that states the reason.
 */
export async function checkOutboxInvariants(outbox: Outbox, witness: OutboxWitness): Promise<string[]> {
  const { db } = outbox
  const [rows, log] = await db.transaction('r', [db.ops, db.log], async () => [
    await db.ops.orderBy('seq').toArray(),
    await db.log.toArray(),
  ])
  const entries = rows.flatMap((row) => {
    const parsed = readEntry(row)
    return parsed.known ? [parsed.entry] : []
  })
  const breaches = [...checkRows(entries, outbox.userId), ...checkLanes(entries)]
  const present = new Set(rows.map((row) => row.seq))
  const explained = new Set(log.flatMap((row) => (row.into ? [row.opId, row.into] : [row.opId])))
  for (const [seq, entry] of witness.entriesBySeq) {
    if (present.has(seq) || entry.state === 'acked') continue
    // An entry may have been acknowledged and pulled between two checks; the table can't tell, the
    // mirror can.
    const mayBeAcked = entry.request !== null || entry.state === 'queued'
    if (!mayBeAcked && !explained.has(entry.opId))
      breaches.push(`entry ${seq} (${entry.opId}, ${entry.state}) left without a reason`)
  }
  witness.entriesBySeq.clear()
  for (const entry of entries) witness.entriesBySeq.set(entry.seq, entry)
  return breaches
}

export function createWitness(): OutboxWitness {
  return { entriesBySeq: new Map() }
}

function checkRows(entries: readonly StoredEntry[], userId: string): string[] {
  const breaches: string[] = []
  const opIds = new Set<string>()
  for (const entry of entries) {
    const name = `entry ${entry.seq}`
    for (const opId of [entry.opId, ...entry.formerOpIds]) {
      if (opIds.has(opId)) breaches.push(`${name}: opId ${opId} occurs twice`)
      opIds.add(opId)
    }
    if (entry.userId !== userId) breaches.push(`${name} belongs to another user`)
    if ((entry.state === 'sending') !== (entry.lease !== null))
      breaches.push(`${name}: lease and state disagree (${entry.state})`)
    if ((entry.state === 'acked') !== (entry.ack !== null)) breaches.push(`${name}: acknowledgement and state disagree`)
    if (entry.attempts > 0 && entry.request === null) breaches.push(`${name} was sent without its request being stored`)
    if (entry.request && JSON.parse(entry.request.body).id !== entry.recordId)
      breaches.push(`${name}: request is for another record`)
    if (isRefused(entry) && !entry.problem) breaches.push(`${name} is ${entry.state} without a reason`)
  }
  return breaches
}

/**
 * Within a lane entries must not overtake: after an unsettled entry, no later one may have been
 * sent.
 */
function checkLanes(entries: readonly StoredEntry[]): string[] {
  const unsettled = new Map<string, StoredEntry>()
  const breaches: string[] = []
  for (const entry of entries) {
    const unsettledBefore = unsettled.get(entry.entityKey)
    const isOut = entry.state === 'sending' || entry.state === 'acked'
    if (unsettledBefore && isOut)
      breaches.push(`entry ${entry.seq} (${entry.state}) overtook ${unsettledBefore.seq} (${unsettledBefore.state})`)
    if (entry.state !== 'acked' && !unsettledBefore) unsettled.set(entry.entityKey, entry)
  }
  return breaches
}
