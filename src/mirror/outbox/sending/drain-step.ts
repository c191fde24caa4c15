import { getBook } from '#contract/books/collections.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { bookRules } from '#domain/books/books.ts'
import { createWakeSignal, isDue, type WakeSignal } from '#mirror/runtime/timing.ts'
import { rebaseVersion } from '../base-version.ts'
import type { Outbox } from '../open-outbox.ts'
import { isRefused, isUnsettled, type SentRequest, type StoredEntry } from '../stored-entry.ts'
import { type Lane, type OutboxWrite, writeOutbox } from '../write-outbox.ts'
import { isFulfilled, type SettleOutcome, settleResponse } from './settle-response.ts'

/** The result for an entry this drainer marked, not stored yet. */
interface SendResult {
  /** The entry as it was marked. */
  readonly marked: StoredEntry
  readonly verdict: SettleOutcome
}

/**
 * A little longer than the request's own 30 s limit; the difference is how long a marked entry may
 * wait for its turn.
 */
const leaseMs = 35_000

/**
 * Older entries are only sent when the user confirms, because the matter may have been settled
 * otherwise.
 */
const oldAfterMs = 30 * dayMs

/**
 * One transaction of the drainer: stores results and marks the next entries (`sending`, attempt
 * counted, leased, request text fixed). Many at a time, because a durable transaction costs more
 * than everything else: a thousand entries of different records take about two dozen. Each
 * candidate is checked again in here, because another tab may have changed or discarded it.
 */
export async function drainStep(
  outbox: Outbox,
  holder: string,
  work: {
    results: readonly SendResult[]
    candidates: readonly StoredEntry[]
    /** Probes the connection: takes the candidate before it is due. */
    isProbe: boolean
  },
): Promise<StoredEntry[]> {
  return writeOutbox(outbox, async (write) => {
    // All in parallel, so that their storage requests travel together. A candidate is never in the
    // lane of a result, because that lane was occupied when it was planned. The session is read
    // once: a hundred separate requests would outlast Dexie's transaction.
    const isSignedOut = work.results.length > 0 && ((await write.getSession())?.isRefused ?? false)
    const recorded = work.results.map((result) => recordResponse(outbox, write, { holder, result, isSignedOut }))
    const marking = work.candidates.map((candidate) =>
      markEntry(outbox, write, { holder, candidate, isProbe: work.isProbe }),
    )
    await Promise.all(recorded)
    return (await Promise.all(marking)).filter((entry) => entry !== null)
  })
}

async function recordResponse(
  outbox: Outbox,
  write: OutboxWrite,
  by: { holder: string; result: SendResult; isSignedOut: boolean },
): Promise<void> {
  const { marked, verdict } = by.result
  const lane = await write.lane(marked.entityKey)
  const entry = lane.entries.find(({ seq }) => seq === marked.seq)
  if (!entry || entry.opId !== marked.opId || entry.state === 'acked') return
  // After the lock was stolen only proof of success still counts; everything else is up to the new
  // holder.
  if (verdict.kind !== 'applied' && entry.lease?.holder !== by.holder) return
  const { runtime } = outbox
  const settled = settleResponse(entry, verdict, {
    now: runtime.now(),
    stamp: write.stamp,
    random: runtime.random(),
    newId: runtime.newId,
  })
  // Its 401 may arrive after the session was refused and everything else was held.
  const isHeld = settled.state === 'queued' && by.isSignedOut
  const next: StoredEntry = isHeld ? { ...settled, state: 'held_auth' } : settled
  write.put(next)
  if (next.opId !== entry.opId) {
    write.log({ opId: entry.opId, what: 'rebased', into: next.opId })
    write.trace(next.opId, 'enqueued')
  }
  if (next.state === 'acked' && !isFulfilled(next)) write.trace(entry.opId, 'acked')
  if (isRefused(next) || isFulfilled(next)) write.trace(entry.opId, 'rejected')
  if (next.state === 'acked') rebaseLaterEntries(write, next, lane.entries)
}

function rebaseLaterEntries(write: OutboxWrite, acked: StoredEntry, lane: readonly StoredEntry[]): void {
  for (const later of lane) {
    if (later.seq <= acked.seq || !isUnsettled(later) || later.request) continue
    const baseVersion = rebaseVersion(later.baseVersion, acked)
    if (baseVersion !== later.baseVersion) write.put({ ...later, baseVersion })
  }
}

async function markEntry(
  outbox: Outbox,
  write: OutboxWrite,
  by: { holder: string; candidate: StoredEntry; isProbe: boolean },
): Promise<StoredEntry | null> {
  const now = outbox.runtime.now()
  const ownLane = await write.lane(by.candidate.entityKey)
  const entry = ownLane.entries.find((other) => other.seq === by.candidate.seq)
  if (!entry || entry.state !== 'queued' || entry.userId !== outbox.userId) return null
  if (!by.isProbe && !isDue(entry.nextTryAt, now)) return null
  const dependencyKeys = entry.dependsOn.filter((key) => key !== entry.entityKey)
  for (const lane of [ownLane, ...(await readLanes(write, dependencyKeys))]) {
    if (lane.hasUnknown || lane.entries.some((other) => other.seq < entry.seq && isUnsettled(other))) return null
  }
  if (now - entry.createdAt > oldAfterMs && !entry.isAgeConfirmed) {
    write.put({ ...entry, state: 'held_old' })
    return null
  }
  const marked: StoredEntry = {
    ...entry,
    state: 'sending',
    attempts: entry.attempts + 1,
    request: entry.request ?? buildRequest(entry),
    lease: { holder: by.holder, from: now, until: now + leaseMs },
  }
  write.put(marked)
  if (entry.attempts === 0) write.trace(entry.opId, 'sent')
  return marked
}

const methods = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const

/**
 * The first request of an entry: id in the body, only the changed fields, the base version for
 * `If-Match`.
 */
function buildRequest(entry: StoredEntry): SentRequest {
  const newValues = Object.fromEntries(Object.entries(entry.changes).map(([field, change]) => [field, change.new]))
  const values = entry.kind === 'create' ? { ...nullUnsetFollowers(entry), ...newValues } : newValues
  return {
    method: methods[entry.kind],
    path: getBook(entry.collection).path,
    body: JSON.stringify({ id: entry.recordId, ...values }),
    ifMatch: entry.kind === 'create' || entry.baseVersion === 0 ? null : entry.baseVersion,
  }
}

/**
 * A new record is exactly what this device shows: names empty derived fields explicitly, so that
 * the server doesn't derive them (as when undoing the delete of a record without VAT).
 */
function nullUnsetFollowers({ collection, changes }: StoredEntry): Record<string, null> {
  const { follows = [] } = bookRules[collection]
  return Object.fromEntries(follows.filter(({ source }) => source in changes).map(({ key }) => [key, null]))
}

function readLanes(write: OutboxWrite, entityKeys: readonly string[]): Promise<Lane[]> {
  return Promise.all(entityKeys.map((key) => write.lane(key)))
}

/**
 * Queues what an earlier drainer was sending, with opId and request text unchanged. If the previous
 * holder released the lock, its leases are void; if the lock was stolen, it may still be alive and
 * its leases must expire first (or lie in the future because the clock was set back).
 */
export async function reclaimLeases(outbox: Outbox, holder: string, isStolen: boolean): Promise<void> {
  const now = outbox.runtime.now()
  const isExpired = (entry: StoredEntry) =>
    entry.state === 'sending' &&
    entry.lease?.holder !== holder &&
    (!isStolen || !entry.lease || now >= entry.lease.until || now < entry.lease.from)
  await requeueMatching(outbox, isExpired)
}

/** Retries what the server refused from an outdated app: the app or the server may have changed. */
export async function requeueAfterUpdate(outbox: Outbox): Promise<void> {
  await requeueMatching(outbox, (entry) => entry.state === 'held_version')
}

/**
 * Releases entries held for sign-in. A sign-in without the key of a sealed outbox could not see
 * them (session.ts).
 */
export async function requeueAfterSignIn(outbox: Outbox): Promise<void> {
  const { session } = outbox.image
  if (session && !session.isRefused) await requeueMatching(outbox, (entry) => entry.state === 'held_auth')
}

/** Makes all waiting entries due now. */
export async function makeEntriesDue(outbox: Outbox): Promise<void> {
  await requeueMatching(outbox, (entry) => entry.state === 'queued' && entry.nextTryAt > 0)
}

async function requeueMatching(outbox: Outbox, matches: (entry: StoredEntry) => boolean): Promise<void> {
  if (![...outbox.image.entriesBySeq.values()].some(matches)) return
  await writeOutbox(outbox, async (write) => {
    for (const entry of await write.entries(matches))
      write.put({ ...entry, state: 'queued', lease: null, nextTryAt: 0 })
  })
}

export interface DrainRun {
  readonly holder: string
  readonly isStolen: boolean
  /**
   * Aborted when the lock is lost or the drainer stops: running requests are abandoned, and their
   * leases stay for the next holder.
   */
  readonly signal: AbortSignal
  /** True: return when nothing can be sent any more; false: continue until aborted. */
  readonly isOnce: boolean
  /** Called when our own server responded about an entry, with any outcome. */
  readonly onResponse?: () => void
}

/** The entries of one request: one entry is a plain call, several are a batch. */
export type RequestEntries = readonly [StoredEntry, ...StoredEntry[]]

/** State of a running drain loop beyond the outbox itself. */
export interface DrainLoop {
  readonly outbox: Outbox
  readonly run: DrainRun
  readonly wake: WakeSignal
  /** Requests in transit, each with its entries. */
  readonly inFlight: Set<RequestEntries>
  results: SendResult[]
  /** Set while responses wait for others. */
  responseWait: 'waiting' | 'over' | null
  /** Durably marked by us, not sent yet. */
  marked: StoredEntry[]
  plan: StoredEntry[]
  /** Something changed since the plan was made. */
  isStale: boolean
  nextDueAt: number | null
  /** Consecutive failures without any response. */
  failures: number
  /** Identifies the current pause. */
  pause: symbol | null
  /** Identifies the period in which every entry is sent as a plain call. */
  batchPause: symbol | null
  /** Consecutive batches without a proper batch response. */
  batchFailures: number
  /** The last batch got a response. */
  hasBatched: boolean
  isRefreshing: boolean
  /** The server requires a newer app: nothing more is sent until requested. */
  isOutdated: boolean
  /** Consecutive session renewals that were followed by another 401. */
  renewals: number
}

export function createLoop(outbox: Outbox, run: DrainRun): DrainLoop {
  return {
    outbox,
    run,
    wake: createWakeSignal(outbox.runtime),
    inFlight: new Set(),
    results: [],
    responseWait: null,
    marked: [],
    plan: [],
    isStale: true,
    nextDueAt: null,
    failures: 0,
    pause: null,
    batchPause: null,
    batchFailures: 0,
    hasBatched: false,
    isRefreshing: false,
    isOutdated: false,
    renewals: 0,
  }
}

/** Makes the loop plan again after a change. */
export function requestReplan(loop: DrainLoop): void {
  loop.isStale = true
  loop.wake.notify()
}
