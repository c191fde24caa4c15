import { batchMost } from '#contract/sync/sync-batch.ts'
import { backoffMs, maxBackoffMs } from '../../timing/backoff.ts'
import { callAfter } from '../../timing/deadline.ts'
import type { Loop, Parcel } from './drain-state.ts'
import { sendTimeoutMs, type ParcelVerdict } from './send-parcel.ts'
import type { StoredOp } from '../stored-op.ts'

/** Requests on the wire at the same time. */
const widest = 4

/** Of these, batches: one is written down and the next marked while the other is under way; more would only wait for their turn at the server. */
const batchesAtOnce = 2

/** Entries in a batch: enough that the request and the transactions around it cost little beside the writes, few enough that people see progress. */
export const fullBatch = Math.min(50, batchMost)

/** Characters of request texts in a batch; in UTF-8 they stay well below the megabyte that a server takes. */
const batchCharacters = 250_000

/** Entries marked in advance, so that the wire never waits for a transaction. They wait here for their turn and go back unsent when the way closes. */
export function markAhead(loop: Loop): number {
  return loop.batchPause === null ? fullBatch : 4 * widest
}

/** The next request that may go out now, taken from what is marked; null when there is none or the wire is full. What has waited too long is given back. */
export function nextParcel(loop: Loop): Parcel | null {
  while (loop.inFlight.size < widest) {
    const isBatching = loop.batchPause === null
    // As long as enough batches are under way, the next entries wait for one of their own.
    const at = isBatching && countBatches(loop) >= most(loop) ? loop.marked.findIndex((op) => !isBatchable(op)) : 0
    const [op] = at < 0 ? [] : loop.marked.splice(at, 1)
    if (!op) return null
    if (!isLeaseLongEnough(op, loop.outbox.runtime.now())) giveBack(loop, [op])
    else return isBatching && isBatchable(op) ? [op, ...takeMore(loop, op)] : [op]
  }
  return null
}

/** What has not gone out is queued again, so that it can still be merged and discarded. */
export function giveBack(loop: Loop, unsent: readonly StoredOp[]): void {
  for (const marked of unsent) loop.results.push({ marked, verdict: { kind: 'unsent' } })
}

function countBatches({ inFlight }: Loop): number {
  return [...inFlight].filter((parcel) => parcel.length > 1).length
}

/** One alone tries the way first: what has been on the wire can neither be merged nor taken back. */
function most({ hasBatched }: Loop): number {
  return hasBatched ? batchesAtOnce : 1
}

/** Others that may travel with it. */
function takeMore(loop: Loop, first: StoredOp): StoredOp[] {
  const now = loop.outbox.runtime.now()
  const taken: StoredOp[] = []
  let characters = lengthOf(first)
  loop.marked = loop.marked.filter((op) => {
    const fits = taken.length + 1 < fullBatch && characters + lengthOf(op) <= batchCharacters
    if (!fits || !isBatchable(op) || !isLeaseLongEnough(op, now)) return true
    characters += lengthOf(op)
    taken.push(op)
    return false
  })
  return taken
}

/** On its first way out only. What came back without an answer goes again as a call of its own, so that no entry is held up by the company it travels in. */
function isBatchable(op: StoredOp): boolean {
  return op.attempts === 1 && lengthOf(op) <= batchCharacters
}

function lengthOf({ request }: StoredOp): number {
  return request?.body.length ?? 0
}

/** On a slow wire an entry may wait for its turn until its lease would end before its request; then it is marked anew. */
function isLeaseLongEnough({ lease }: StoredOp, now: number): boolean {
  return lease !== null && lease.from <= now && now + sendTimeoutMs <= lease.until
}

/** After a batch went wrong plain calls serve for a while, longer each time; at once for long when something answered that does not know batches. */
export function applyBatchVerdict(loop: Loop, answer: ParcelVerdict): void {
  if (answer.kind === 'answered' && answer.verdicts.some(({ kind }) => kind !== 'unreachable')) {
    loop.batchFailures = 0
    loop.hasBatched = true
    return
  }
  loop.batchFailures += 1
  loop.hasBatched = false
  const { runtime } = loop.outbox
  const ms = answer.kind === 'not_taken' ? maxBackoffMs : backoffMs(loop.batchFailures, runtime.random())
  const mine = Symbol('batches')
  loop.batchPause = mine
  callAfter(runtime, { ms, signal: loop.run.signal }, () => {
    if (loop.batchPause === mine) loop.batchPause = null
  })
}
