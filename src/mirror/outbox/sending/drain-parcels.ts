import { maxBatchEntries } from '#contract/sync/sync-batch.ts'
import { backoffMs, maxBackoffMs } from '../../timing/backoff.ts'
import { callAfter } from '../../timing/deadline.ts'
import type { Loop, Parcel } from './drain-state.ts'
import { sendTimeoutMs, type ParcelVerdict } from './send-parcel.ts'
import type { StoredOp } from '../stored-op.ts'

/** Maximum number of requests in transit. */
const maxInFlight = 4

/**
 * Maximum number of batches among them: one is stored and the next marked while the other is in
 * transit; more would only queue at the server.
 */
const maxBatches = 2

/**
 * Entries per batch: enough to make the request's overhead small, few enough that users see
 * progress.
 */
export const maxBatchSize = Math.min(50, maxBatchEntries)

/**
 * Maximum characters of request bodies per batch; in UTF-8 well below the megabyte that the server
 * accepts.
 */
const batchCharacters = 250_000

/**
 * Number of entries marked in advance, so that sending never waits for a transaction. They return
 * unsent when sending is blocked.
 */
export function entriesToMark(loop: Loop): number {
  return loop.batchPause === null ? maxBatchSize : 4 * maxInFlight
}

/**
 * The next request that may be sent, from the marked entries; null when there is none or enough are
 * in transit. Entries that have waited too long are given back.
 */
export function nextParcel(loop: Loop): Parcel | null {
  while (loop.inFlight.size < maxInFlight) {
    const isBatching = loop.batchPause === null
    // While enough batches are in transit, the next entries wait for one of their own.
    const at =
      isBatching && countBatches(loop) >= maxBatchesNow(loop) ? loop.marked.findIndex((op) => !isBatchable(op)) : 0
    const [op] = at < 0 ? [] : loop.marked.splice(at, 1)
    if (!op) return null
    if (!isLeaseLongEnough(op, loop.outbox.runtime.now())) requeue(loop, [op])
    else return isBatching && isBatchable(op) ? [op, ...fillBatch(loop, op)] : [op]
  }
  return null
}

/** Queues unsent entries again, so that they can still be merged and discarded. */
export function requeue(loop: Loop, unsent: readonly StoredOp[]): void {
  for (const marked of unsent) loop.results.push({ marked, verdict: { kind: 'unsent' } })
}

function countBatches({ inFlight }: Loop): number {
  return [...inFlight].filter((parcel) => parcel.length > 1).length
}

/**
 * Only one batch until one has succeeded: what has been sent can be neither merged nor taken back.
 */
function maxBatchesNow({ hasBatched }: Loop): number {
  return hasBatched ? maxBatches : 1
}

/** Other entries that fit into the same batch. */
function fillBatch(loop: Loop, first: StoredOp): StoredOp[] {
  const now = loop.outbox.runtime.now()
  const added: StoredOp[] = []
  let characters = lengthOf(first)
  loop.marked = loop.marked.filter((op) => {
    const fits = added.length + 1 < maxBatchSize && characters + lengthOf(op) <= batchCharacters
    if (!fits || !isBatchable(op) || !isLeaseLongEnough(op, now)) return true
    characters += lengthOf(op)
    added.push(op)
    return false
  })
  return added
}

/**
 * Only at the first attempt. An unanswered entry is sent again alone, so that others in its batch
 * can't hold it up.
 */
function isBatchable(op: StoredOp): boolean {
  return op.attempts === 1 && lengthOf(op) <= batchCharacters
}

function lengthOf({ request }: StoredOp): number {
  return request?.body.length ?? 0
}

/** On a slow line an entry's lease could end before its request; then it is marked again. */
function isLeaseLongEnough({ lease }: StoredOp, now: number): boolean {
  return lease !== null && lease.from <= now && now + sendTimeoutMs <= lease.until
}

/**
 * After a failed batch, plain calls are used for a growing time, or the maximum time if the server
 * doesn't know batches.
 */
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
  const token = Symbol('batches')
  loop.batchPause = token
  callAfter(runtime, { ms, signal: loop.run.signal }, () => {
    if (loop.batchPause === token) loop.batchPause = null
  })
}
