import { OutboxWriteError } from '#mirror/offline-copy.ts'
import { callAfter, computeBackoffMs, isDue } from '#mirror/runtime/timing.ts'
import { type Outbox, subscribeOutbox } from '../open-outbox.ts'
import type { SessionRow } from '../outbox-database.ts'
import type { OutboxImage } from '../outbox-image.ts'
import { findValidSession, refreshSession } from '../session.ts'
import { isUnsettled, type StoredEntry } from '../stored-entry.ts'
import { writeOutbox } from '../write-outbox.ts'
import type { Verdict } from './classify-response.ts'
import {
  createLoop,
  type DrainLoop,
  type DrainRun,
  drainStep,
  makeEntriesDue,
  reclaimLeases,
  type RequestEntries,
  requestReplan,
  requeueAfterUpdate,
} from './drain-step.ts'
import { applyBatchVerdict, countEntriesToMark, requeueUnsent, sendEntries, takeNextEntries } from './send-entries.ts'

/** Below this many marked entries, the next ones are marked. */
const refillBelow = 5

/** This many responses are stored without waiting for more. */
const maxGatheredResults = 16

/**
 * While requests are in transit, a response waits this long (ms) for others to share its
 * transaction.
 */
const gatherMs = 100

/**
 * Sends what can be sent while the caller holds the drain lock: first in first out per record,
 * different records in parallel and in batches. Every request follows the transaction that marked
 * it, and every response is stored before its entry counts as anything else.
 * @throws OutboxWriteError only when `isOnce`; otherwise it waits and tries to write again
 */
export async function runDrainLoop(outbox: Outbox, run: DrainRun): Promise<void> {
  const loop = createLoop(outbox, run)
  const wake = () => {
    loop.failures = 0
    loop.pause = null
    loop.isOutdated = false
    requestReplan(loop)
  }
  const unsubscribe = subscribeOutbox(outbox, () => requestReplan(loop))
  outbox.wakeListeners.add(wake)
  run.signal.addEventListener('abort', loop.wake.notify)
  try {
    await reclaimLeases(outbox, run.holder, run.isStolen)
    await requeueAfterUpdate(outbox)
    while (!run.signal.aborted) {
      if (await runStep(loop)) continue
      if (run.isOnce && isIdle(loop)) return
      await waitForChange(loop)
    }
  } finally {
    unsubscribe()
    outbox.wakeListeners.delete(wake)
    run.signal.removeEventListener('abort', loop.wake.notify)
  }
}

/** Does one transaction's worth of work; false when there is nothing to store or send. */
async function runStep(loop: DrainLoop): Promise<boolean> {
  const session = getUsableSession(loop)
  // Sending is blocked: no session, a pause, or an outdated app.
  if (!session) requeueUnsent(loop, loop.marked.splice(0))
  else
    for (let entries = takeNextEntries(loop); entries; entries = takeNextEntries(loop))
      void sendAndRecord(loop, entries, session)
  const candidates = session ? takeNextCandidates(loop) : []
  if (candidates.length === 0 && (loop.results.length === 0 || shouldWaitForMore(loop))) return false
  const { results } = loop
  loop.results = []
  loop.responseWait = null
  try {
    const isProbe = isProbing(loop)
    const marked = await drainStep(loop.outbox, loop.run.holder, { results, candidates, isProbe })
    // The table may hold a reason not to send the probe that the image doesn't know yet; wait until
    // it is read again.
    if (isProbe && candidates.length > marked.length) pauseSending(loop, storagePauseMs)
    loop.marked.push(...marked)
  } catch (error) {
    loop.results = [...results, ...loop.results]
    loop.isStale = true
    if (loop.run.isOnce || !(error instanceof OutboxWriteError)) throw error
    pauseSending(loop, storagePauseMs)
    return false
  }
  return true
}

/**
 * Sends one request. The next step stores the results; effects on other entries apply at once.
 */
async function sendAndRecord(loop: DrainLoop, entries: RequestEntries, session: SessionRow): Promise<void> {
  const { outbox, run } = loop
  loop.inFlight.add(entries)
  const requestVerdict = await sendEntries(outbox.runtime, entries, {
    accessToken: session.accessToken,
    signal: run.signal,
  })
  loop.inFlight.delete(entries)
  if (run.signal.aborted) return
  for (const [index, marked] of entries.entries()) {
    loop.results.push({
      marked,
      verdict: (requestVerdict.kind === 'answered' && requestVerdict.verdicts[index]) || { kind: 'not_taken' },
    })
  }
  if (entries.length > 1) applyBatchVerdict(loop, requestVerdict)
  if (requestVerdict.kind === 'answered') applyVerdicts(loop, requestVerdict.verdicts, session)
  loop.wake.notify()
}

/**
 * True while requests are in transit and no response has waited long: more responses can then share
 * the transaction.
 */
function shouldWaitForMore(loop: DrainLoop): boolean {
  const isBusy = loop.inFlight.size > 0 && loop.results.length < maxGatheredResults
  if (!isBusy || loop.responseWait === 'over' || getUsableSession(loop) === null) return false
  if (loop.responseWait === null) {
    loop.responseWait = 'waiting'
    callAfter(loop.outbox.runtime, { ms: gatherMs, signal: loop.run.signal }, () => {
      if (loop.responseWait === 'waiting') loop.responseWait = 'over'
      loop.wake.notify()
    })
  }
  return true
}

function getUsableSession(loop: DrainLoop): SessionRow | null {
  const isAllowed = !loop.isRefreshing && !loop.isOutdated && loop.pause === null && !loop.run.signal.aborted
  return isAllowed ? findValidSession(loop.outbox) : null
}

function takeNextCandidates(loop: DrainLoop): StoredEntry[] {
  const isBusy = loop.inFlight.size + loop.marked.length > 0
  if (isProbing(loop)) return isBusy ? [] : chooseProbe(loop)
  if (loop.marked.length >= refillBelow) return []
  const room = countEntriesToMark(loop) - loop.marked.length
  if (loop.plan.length === 0 && loop.isStale) {
    const plan = planSending(loop.outbox.image, loop.outbox.runtime.now())
    loop.plan = plan.ready.toReversed()
    loop.nextDueAt = plan.nextDueAt
    loop.isStale = false
  }
  const candidates: StoredEntry[] = []
  while (candidates.length < room) {
    const entry = loop.plan.pop()
    if (!entry) break
    candidates.push(entry)
  }
  return candidates
}

/**
 * Prefers an entry that was sent before, because an unsent one can still be merged with later
 * edits.
 */
function chooseProbe(loop: DrainLoop): StoredEntry[] {
  const { ready, waiting } = planSending(loop.outbox.image, loop.outbox.runtime.now())
  const heads = [...waiting, ...ready]
  const probe = heads.find((entry) => entry.attempts > 0) ?? heads[0]
  return probe ? [probe] : []
}

interface SendingPlan {
  /** Entries that may be sent now, in order of seq. At most one per lane. */
  readonly ready: readonly StoredEntry[]
  /** First of their lanes too, but not due yet. */
  readonly waiting: readonly StoredEntry[]
  /** When the next waiting entry becomes due; null when none waits for time. */
  readonly nextDueAt: number | null
}

/**
 * One pass over the entries in order: the first unsettled entry of a lane may be sent when it is
 * queued, due, and no lane it depends on has an earlier unsettled entry. A lane with an entry of a
 * newer app version is blocked.
 */
export function planSending(image: OutboxImage, now: number): SendingPlan {
  const busyLanes = new Set<string>([...image.unknownBySeq.values()].map((entry) => entry.entityKey))
  const ready: StoredEntry[] = []
  const waiting: StoredEntry[] = []
  let nextDueAt: number | null = null
  for (const entry of image.entriesBySeq.values()) {
    if (!isUnsettled(entry)) continue
    const isFree = !busyLanes.has(entry.entityKey) && !entry.dependsOn.some((key) => busyLanes.has(key))
    busyLanes.add(entry.entityKey)
    if (!isFree || entry.state !== 'queued') continue
    if (isDue(entry.nextTryAt, now)) ready.push(entry)
    else {
      waiting.push(entry)
      nextDueAt = Math.min(nextDueAt ?? entry.nextTryAt, entry.nextTryAt)
    }
  }
  return { ready, waiting, nextDueAt }
}

function isIdle(loop: DrainLoop): boolean {
  return loop.inFlight.size + loop.marked.length + loop.results.length === 0 && !loop.isRefreshing
}

/** Waits until something changes, a response arrives, or the next entry is due. */
async function waitForChange(loop: DrainLoop): Promise<void> {
  const { nextDueAt, outbox, wake } = loop
  const isTimed = nextDueAt !== null && loop.pause === null
  const wasWoken = await wake.wait(isTimed ? { ms: Math.max(1, nextDueAt - outbox.runtime.now()) } : undefined)
  if (wasWoken) return
  // The next plan sets it again; kept while the current plan is processed, it would wake the loop
  // every millisecond.
  loop.nextDueAt = null
  loop.isStale = true
}

/** After this many requests in a row without a response, the connection is considered broken. */
const failuresToPause = 4

/** Pause after a transaction that failed or was based on an outdated image. */
const storagePauseMs = 5_000

/** Applies the consequences of a response for everything else that waits. */
function applyVerdicts(loop: DrainLoop, verdicts: readonly Verdict[], session: SessionRow): void {
  const received = verdicts.filter(({ kind }) => kind !== 'unreachable')
  if (received.length === 0) return recordFailure(loop, maxRetryAfter(verdicts))
  // A proxy may respond 401 too.
  if (received.some(({ kind }) => kind !== 'signed_out')) loop.run.onResponse?.()
  // The connection works again: entries that failed with it don't wait out their own pauses.
  if (isProbing(loop)) makeEntriesDue(loop.outbox).catch(() => undefined)
  loop.failures = 0
  if (received.some(({ kind }) => kind === 'signed_out')) return void renewSession(loop, session.accessToken)
  loop.renewals = 0
  if (received.some(({ kind }) => kind === 'outdated')) loop.isOutdated = true
}

/** The connection is considered broken: everything pauses, then a single entry probes it. */
function isProbing(loop: DrainLoop): boolean {
  return loop.failures >= failuresToPause
}

function maxRetryAfter(verdicts: readonly Verdict[]): number | null {
  const retryDelays = verdicts.flatMap((verdict) =>
    verdict.kind === 'unreachable' ? (verdict.retryAfterMs ?? []) : [],
  )
  return retryDelays.length === 0 ? null : Math.max(...retryDelays)
}

function recordFailure(loop: DrainLoop, retryAfterMs: number | null): void {
  loop.failures += 1
  if (loop.failures < failuresToPause && retryAfterMs === null) return
  const failuresBeyond = Math.max(1, loop.failures - failuresToPause + 1)
  pauseSending(loop, computeBackoffMs(failuresBeyond, loop.outbox.runtime.random(), { retryAfterMs }))
}

/**
 * Several requests may get the same 401; only the first renews, and only if nobody has done so
 * meanwhile.
 */
async function renewSession(loop: DrainLoop, usedAccessToken: string): Promise<void> {
  if (loop.isRefreshing) return
  loop.isRefreshing = true
  loop.renewals += 1
  try {
    const outcome = await refreshSession(loop.outbox, usedAccessToken)
    if (outcome === 'refused') await holdForSignIn(loop.outbox)
    // Back off when a fresh token is rejected too, or the server is unreachable.
    if (outcome === 'unreachable' || loop.renewals > 1) {
      pauseSending(loop, computeBackoffMs(loop.renewals, loop.outbox.runtime.random()))
    }
  } catch {
    // The row could not be read or written; the entry stays queued and gets its 401 again after the
    // pause.
    pauseSending(loop, storagePauseMs)
  } finally {
    loop.isRefreshing = false
    requestReplan(loop)
  }
}

/** Holds all queued entries, in order, until the user signs in. */
async function holdForSignIn(outbox: Outbox): Promise<void> {
  await writeOutbox(outbox, async (write) => {
    const session = await write.getSession()
    if (session && !session.isRefused) return
    for (const entry of await write.entries(({ state }) => state === 'queued'))
      write.put({ ...entry, state: 'held_auth' })
  })
}

/** A later pause replaces an earlier one; a wake-up ends it. */
function pauseSending(loop: DrainLoop, ms: number): void {
  const token = Symbol('pause')
  loop.pause = token
  callAfter(loop.outbox.runtime, { ms, signal: loop.run.signal }, () => {
    if (loop.pause !== token) return
    loop.pause = null
    requestReplan(loop)
  })
}
