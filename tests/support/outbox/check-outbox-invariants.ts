import type { Outbox } from '../../../src/mirror/outbox/open-outbox.ts'
import { isRefused, readOp, type StoredOp } from '../../../src/mirror/outbox/stored-op.ts'

/** The outbox as a test last saw it, for comparison at the next check. */
export interface OutboxWitness {
  /** The last known entries by seq. */
  readonly opsBySeq: Map<number, StoredOp>
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
  const ops = rows.flatMap((row) => {
    const read = readOp(row)
    return read.known ? [read.op] : []
  })
  const breaches = [...checkRows(ops, outbox.userId), ...checkLanes(ops)]
  const present = new Set(rows.map((row) => row.seq))
  const explained = new Set(log.flatMap((row) => (row.into ? [row.opId, row.into] : [row.opId])))
  for (const [seq, op] of witness.opsBySeq) {
    if (present.has(seq) || op.state === 'acked') continue
    // An entry may have been acknowledged and pulled between two checks; the table can't tell, the
    // mirror can.
    const mayBeAcked = op.request !== null || op.state === 'queued'
    if (!mayBeAcked && !explained.has(op.opId))
      breaches.push(`entry ${seq} (${op.opId}, ${op.state}) left without a reason`)
  }
  witness.opsBySeq.clear()
  for (const op of ops) witness.opsBySeq.set(op.seq, op)
  return breaches
}

export function newWitness(): OutboxWitness {
  return { opsBySeq: new Map() }
}

function checkRows(ops: readonly StoredOp[], userId: string): string[] {
  const breaches: string[] = []
  const opIds = new Set<string>()
  for (const op of ops) {
    const name = `entry ${op.seq}`
    for (const opId of [op.opId, ...op.formerOpIds]) {
      if (opIds.has(opId)) breaches.push(`${name}: opId ${opId} occurs twice`)
      opIds.add(opId)
    }
    if (op.userId !== userId) breaches.push(`${name} belongs to another user`)
    if ((op.state === 'sending') !== (op.lease !== null))
      breaches.push(`${name}: lease and state disagree (${op.state})`)
    if ((op.state === 'acked') !== (op.ack !== null)) breaches.push(`${name}: acknowledgement and state disagree`)
    if (op.attempts > 0 && op.request === null) breaches.push(`${name} was sent without its request being stored`)
    if (op.request && JSON.parse(op.request.body).id !== op.recordId)
      breaches.push(`${name}: request is for another record`)
    if (isRefused(op) && !op.problem) breaches.push(`${name} is ${op.state} without a reason`)
  }
  return breaches
}

/**
 * Within a lane entries must not overtake: after an unsettled entry, no later one may have been
 * sent.
 */
function checkLanes(ops: readonly StoredOp[]): string[] {
  const unsettled = new Map<string, StoredOp>()
  const breaches: string[] = []
  for (const op of ops) {
    const unsettledBefore = unsettled.get(op.entityKey)
    const isOut = op.state === 'sending' || op.state === 'acked'
    if (unsettledBefore && isOut)
      breaches.push(`entry ${op.seq} (${op.state}) overtook ${unsettledBefore.seq} (${unsettledBefore.state})`)
    if (op.state !== 'acked' && !unsettledBefore) unsettled.set(op.entityKey, op)
  }
  return breaches
}
