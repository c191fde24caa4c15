import { OutboxWriteError } from '../offline-copy.ts'
import { refreshSession } from '../session/refresh-session.ts'
import type { SessionRow } from '../session/session-row.ts'
import { backoffMs } from './backoff.ts'
import type { Verdict } from './classify-answer.ts'
import { makeLoop, type DrainRun, type Loop } from './drain-state.ts'
import { drainStep, makeDue, reclaimLeases, releaseHeldForVersion } from './drain-step.ts'
import { subscribeOutbox, type Outbox } from './open-outbox.ts'
import { planSending } from './plan-sending.ts'
import { sendEntry, sendTimeoutMs } from './send-entry.ts'
import type { StoredOp } from './stored-op.ts'
import { writeOutbox } from './write-outbox.ts'

/** Records of different lanes on the wire at the same time. */
const widest = 4

/** Entries marked in advance, so that the wire never waits for a transaction. They wait here for their turn and go back unsent when the way closes. */
const ahead = 16

/** Fewer than this left, and the next are marked. */
const fewLeft = 5

/** While the wire is busy anyway, an answer waits this long for others to be written down with. */
const gatherMs = 100

/** As many failures in a row, and it is the connection, not an entry: everything pauses, then one entry tries the way. */
const failuresToPause = 4

/** After a transaction that could not be kept, or was made on an outdated image. */
const storagePauseMs = 5_000

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

function noticeChange(loop: Loop): void {
  loop.isStale = true
  loop.bell.ring()
}

/** One transaction's worth of progress; false when there is nothing to write and nothing to send. */
async function advance(loop: Loop): Promise<boolean> {
  const session = usableSession(loop)
  if (session) sendMarked(loop, session)
  // The way is closed: no session, a pause, an outdated app.
  else giveBack(loop, loop.marked.splice(0))
  const candidates = session ? nextCandidates(loop) : []
  if (candidates.length === 0 && (loop.results.length === 0 || mayGather(loop))) return false
  const { results } = loop
  loop.results = []
  loop.gathering = null
  try {
    const isProbe = isProbing(loop)
    const marked = await drainStep(loop.outbox, loop.run.holder, { results, candidates, isProbe })
    // The table knows better than the image why it may not go; look again when that has been read.
    if (isProbe && candidates.length > marked.length) pause(loop, storagePauseMs)
    loop.marked.push(...marked)
  } catch (error) {
    loop.results = [...results, ...loop.results]
    loop.isStale = true
    if (loop.run.isOnce || !(error instanceof OutboxWriteError)) throw error
    pause(loop, storagePauseMs)
    return false
  }
  return true
}

function sendMarked(loop: Loop, session: SessionRow): void {
  while (loop.inFlight.size < widest) {
    const op = loop.marked.shift()
    if (!op) return
    if (isLeaseLongEnough(op, loop.outbox.runtime.now())) send(loop, op, session)
    else giveBack(loop, [op])
  }
}

/** On a slow wire an entry may wait for its turn until its lease would end before its request; then it is marked anew. */
function isLeaseLongEnough({ lease }: StoredOp, now: number): boolean {
  return lease !== null && lease.from <= now && now + sendTimeoutMs <= lease.until
}

/** What has not gone out is queued again, so that it can still be merged and discarded. */
function giveBack(loop: Loop, unsent: readonly StoredOp[]): void {
  for (const { seq, opId, entityKey } of unsent) {
    loop.results.push({ seq, opId, entityKey, verdict: { kind: 'unsent' } })
  }
}

/** True while there is enough on the way and an answer has not waited long: then the next ones are written down in the same transaction. */
function mayGather(loop: Loop): boolean {
  const isBusy = loop.inFlight.size > 0 && loop.results.length < ahead
  if (!isBusy || loop.gathering === 'over' || usableSession(loop) === null) return false
  if (loop.gathering === null) {
    loop.gathering = 'waiting'
    const end = () => {
      if (loop.gathering === 'waiting') loop.gathering = 'over'
      loop.bell.ring()
    }
    loop.outbox.runtime.wait(gatherMs, loop.run.signal).then(end, () => undefined)
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
  const isOut = loop.inFlight.size + loop.marked.length > 0
  if (isProbing(loop)) return isOut ? [] : probeOf(loop)
  if (loop.marked.length >= fewLeft) return []
  const room = ahead - loop.marked.length
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
  return loop.inFlight.size + loop.marked.length + loop.results.length === 0 && !loop.isRefreshing
}

/** Until something changes, an answer comes in, or the next entry is due. */
async function rest(loop: Loop): Promise<void> {
  const timer = new AbortController()
  const waits = [loop.bell.wait()]
  if (loop.nextDueAt !== null && loop.pause === null) {
    const ms = Math.max(1, loop.nextDueAt - loop.outbox.runtime.now())
    const due = loop.outbox.runtime.wait(ms, timer.signal).then(() => {
      // Planned anew, it is set again; left standing while the present plan is worked off, it would wake the loop every millisecond.
      loop.nextDueAt = null
      noticeChange(loop)
    })
    waits.push(due.catch(() => undefined))
  }
  await Promise.race(waits)
  timer.abort()
}
