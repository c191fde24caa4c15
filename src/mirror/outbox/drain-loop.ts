import { OutboxWriteError } from '../offline-copy.ts'
import { refreshSession } from '../session/refresh-session.ts'
import type { SessionRow } from '../session/session-row.ts'
import { backoffMs } from './backoff.ts'
import { makeBell, type Bell } from './bell.ts'
import type { Verdict } from './classify-answer.ts'
import { drainStep, makeDue, reclaimLeases, releaseHeldForVersion, type SendResult } from './drain-step.ts'
import { subscribeOutbox, type Outbox } from './open-outbox.ts'
import { planSending } from './plan-sending.ts'
import { sendEntry } from './send-entry.ts'
import type { StoredOp } from './stored-op.ts'
import { writeOutbox } from './write-outbox.ts'

export interface DrainRun {
  readonly holder: string
  readonly isStolen: boolean
  /** Aborted when the lock is lost or the drainer stops: running requests are given up, their leases stay for the next holder. */
  readonly signal: AbortSignal
  /** True: return when nothing can be sent any more; false: go on until aborted. */
  readonly isOnce: boolean
}

/** Records of different lanes on the wire at the same time. */
const widest = 4

/** As many failures in a row, and it is the connection, not an entry: everything pauses, then one entry tries the way. */
const failuresToPause = 4

/** After a transaction that could not be kept, or was made on an outdated image. */
const storagePauseMs = 5_000

interface Loop {
  readonly outbox: Outbox
  readonly run: DrainRun
  readonly bell: Bell
  readonly inFlight: Set<number>
  results: SendResult[]
  plan: StoredOp[]
  /** Something changed since the plan was made. */
  isStale: boolean
  nextDueAt: number | null
  /** Failures without any answer in between. */
  failures: number
  /** Marks the pause under way. */
  pause: symbol | null
  isRefreshing: boolean
  /** The server wants a newer app: nothing more goes out before somebody asks for it. */
  isOutdated: boolean
  /** Times the session was renewed and the next answer was a 401 again. */
  renewals: number
}

/**
 * Sends what may be sent, as long as the caller holds the drain lock: first in first out per record, four records at a time. Every request goes out only
 * after the transaction that marked it, and every answer is written down before its entry counts as anything else.
 * @throws OutboxWriteError only when `isOnce`; otherwise it waits and tries to write again
 */
export async function runDrainLoop(outbox: Outbox, run: DrainRun): Promise<void> {
  const loop = makeLoop(outbox, run)
  const wake = () => {
    loop.failures = 0
    loop.pause = null
    loop.isOutdated = false
    noticeChange(loop)
  }
  const unsubscribe = subscribeOutbox(outbox, () => noticeChange(loop))
  outbox.wakes.add(wake)
  run.signal.addEventListener('abort', loop.bell.ring)
  try {
    await reclaimLeases(outbox, run.holder, run.isStolen)
    await releaseHeldForVersion(outbox)
    while (!run.signal.aborted) {
      if (await advance(loop)) continue
      if (run.isOnce && isIdle(loop)) return
      await rest(loop)
    }
  } finally {
    unsubscribe()
    outbox.wakes.delete(wake)
    run.signal.removeEventListener('abort', loop.bell.ring)
  }
}

function makeLoop(outbox: Outbox, run: DrainRun): Loop {
  return {
    outbox,
    run,
    bell: makeBell(),
    inFlight: new Set(),
    results: [],
    plan: [],
    isStale: true,
    nextDueAt: null,
    failures: 0,
    pause: null,
    isRefreshing: false,
    isOutdated: false,
    renewals: 0,
  }
}

function noticeChange(loop: Loop): void {
  loop.isStale = true
  loop.bell.ring()
}

/** One transaction's worth of progress; false when there is nothing to write and nothing to send. */
async function advance(loop: Loop): Promise<boolean> {
  const session = usableSession(loop)
  const candidates = session ? nextCandidates(loop) : []
  const results = loop.results
  if (results.length === 0 && candidates.length === 0) return false
  loop.results = []
  try {
    const isProbe = isProbing(loop)
    const marked = await drainStep(loop.outbox, loop.run.holder, { results, candidates, isProbe })
    // The table knows better than the image why it may not go; look again when that has been read.
    if (isProbe && candidates.length > marked.length) pause(loop, storagePauseMs)
    if (session) for (const op of marked) send(loop, op, session)
  } catch (error) {
    loop.results = [...results, ...loop.results]
    loop.isStale = true
    if (loop.run.isOnce || !(error instanceof OutboxWriteError)) throw error
    pause(loop, storagePauseMs)
    return false
  }
  return true
}

function usableSession(loop: Loop): SessionRow | null {
  const { session } = loop.outbox.image
  const isUsable = session && !session.isRefused && session.userInfo.id === loop.outbox.userId
  const mayGo = !loop.isRefreshing && !loop.isOutdated && loop.pause === null && !loop.run.signal.aborted
  return isUsable && mayGo ? session : null
}

function nextCandidates(loop: Loop): StoredOp[] {
  if (isProbing(loop)) return loop.inFlight.size === 0 ? probeOf(loop) : []
  const room = widest - loop.inFlight.size
  if (room <= 0) return []
  if (loop.plan.length === 0 && loop.isStale) {
    const plan = planSending(loop.outbox.image, loop.outbox.runtime.now())
    loop.plan = plan.ready.toReversed()
    loop.nextDueAt = plan.nextDueAt
    loop.isStale = false
  }
  const candidates: StoredOp[] = []
  while (candidates.length < room) {
    const op = loop.plan.pop()
    if (!op) break
    candidates.push(op)
  }
  return candidates
}

function isProbing(loop: Loop): boolean {
  return loop.failures >= failuresToPause
}

/** One that was sent before: what was never on the wire can still be merged with later edits. */
function probeOf(loop: Loop): StoredOp[] {
  const { ready, waiting } = planSending(loop.outbox.image, loop.outbox.runtime.now())
  const heads = [...waiting, ...ready]
  const probe = heads.find((op) => op.attempts > 0) ?? heads[0]
  return probe ? [probe] : []
}

function send(loop: Loop, op: StoredOp, session: SessionRow): void {
  loop.inFlight.add(op.seq)
  const { outbox, run } = loop
  void sendEntry(outbox.runtime, op, { accessToken: session.accessToken, signal: run.signal }).then((verdict) => {
    loop.inFlight.delete(op.seq)
    if (run.signal.aborted) return
    loop.results.push({ seq: op.seq, opId: op.opId, entityKey: op.entityKey, verdict })
    heed(loop, verdict, session)
    loop.bell.ring()
  })
}

/** What an answer means for everything else that waits. */
function heed(loop: Loop, verdict: Verdict, session: SessionRow): void {
  if (verdict.kind === 'unreachable') return noteFailure(loop, verdict.retryAfterMs)
  // The way is free again: what failed with it does not have to wait out its own time.
  if (isProbing(loop)) makeDue(loop.outbox).catch(() => undefined)
  loop.failures = 0
  if (verdict.kind === 'signed_out') return void renewSession(loop, session.accessToken)
  loop.renewals = 0
  if (verdict.kind === 'outdated') loop.isOutdated = true
}

function noteFailure(loop: Loop, retryAfterMs: number | null): void {
  loop.failures += 1
  if (loop.failures < failuresToPause && retryAfterMs === null) return
  const beyond = Math.max(1, loop.failures - failuresToPause + 1)
  pause(loop, backoffMs(beyond, loop.outbox.runtime.random(), retryAfterMs))
}

/** Several requests may meet the same 401; only the first asks, and only if nobody has renewed the session meanwhile. */
async function renewSession(loop: Loop, usedAccessToken: string): Promise<void> {
  if (loop.isRefreshing) return
  loop.isRefreshing = true
  loop.renewals += 1
  try {
    const outcome = await refreshSession(loop.outbox, usedAccessToken)
    if (outcome === 'refused') await holdForSignIn(loop.outbox)
    // A fresh token that is turned down as well, or nobody who gives one: not at once again.
    if (outcome === 'unreachable' || loop.renewals > 1) {
      pause(loop, backoffMs(loop.renewals, loop.outbox.runtime.random()))
    }
  } catch {
    // The row could not be read or written; the entry is queued as before and meets its 401 again after the pause.
    pause(loop, storagePauseMs)
  } finally {
    loop.isRefreshing = false
    noticeChange(loop)
  }
}

/** Nothing more goes out until the user signs in; all of it stays, in order. */
async function holdForSignIn(outbox: Outbox): Promise<void> {
  await writeOutbox(outbox, async (write) => {
    const session = await write.getSession()
    if (session && !session.isRefused) return
    for (const seq of await outbox.db.ops.where('state').equals('queued').primaryKeys()) {
      const op = await write.getBySeq(seq)
      if (op) write.put({ ...op, state: 'held_auth' })
    }
  })
}

/** A later pause takes the place of an earlier one; a wake-up ends it. */
function pause(loop: Loop, ms: number): void {
  const mine = Symbol('pause')
  loop.pause = mine
  const end = () => {
    if (loop.pause !== mine) return
    loop.pause = null
    noticeChange(loop)
  }
  loop.outbox.runtime.wait(ms, loop.run.signal).then(end, () => undefined)
}

function isIdle(loop: Loop): boolean {
  return loop.inFlight.size === 0 && loop.results.length === 0 && !loop.isRefreshing
}

/** Until something changes, an answer comes in, or the next entry is due. */
async function rest(loop: Loop): Promise<void> {
  const timer = new AbortController()
  const waits = [loop.bell.wait()]
  if (loop.nextDueAt !== null && loop.pause === null) {
    const ms = Math.max(1, loop.nextDueAt - loop.outbox.runtime.now())
    const due = loop.outbox.runtime.wait(ms, timer.signal).then(() => noticeChange(loop))
    waits.push(due.catch(() => undefined))
  }
  await Promise.race(waits)
  timer.abort()
}
