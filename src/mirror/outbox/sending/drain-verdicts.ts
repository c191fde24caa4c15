import { refreshSession } from '../session/refresh-session.ts'
import { backoffMs } from '../../timing/backoff.ts'
import { callAfter } from '../../timing/deadline.ts'
import type { SessionRow } from '../outbox-database.ts'
import type { Verdict } from './classify-answer.ts'
import { onChange, type Loop } from './drain-state.ts'
import { makeDue } from './drain-step.ts'
import type { Outbox } from '../open-outbox.ts'
import { writeOutbox } from '../write-outbox.ts'

/** After this many requests in a row without an answer, the connection is considered broken. */
const failuresToPause = 4

/** Pause after a transaction that failed or was based on an outdated image. */
export const storagePauseMs = 5_000

/** Applies the consequences of an answer for everything else that waits. */
export function applyVerdicts(loop: Loop, verdicts: readonly Verdict[], session: SessionRow): void {
  const answers = verdicts.filter(({ kind }) => kind !== 'unreachable')
  if (answers.length === 0) return recordFailure(loop, maxRetryAfter(verdicts))
  // The connection works again: entries that failed with it don't wait out their own pauses.
  if (isProbing(loop)) makeDue(loop.outbox).catch(() => undefined)
  loop.failures = 0
  if (answers.some(({ kind }) => kind === 'signed_out')) return void renewSession(loop, session.accessToken)
  loop.renewals = 0
  if (answers.some(({ kind }) => kind === 'outdated')) loop.isOutdated = true
}

/** The connection is considered broken: everything pauses, then a single entry probes it. */
export function isProbing(loop: Loop): boolean {
  return loop.failures >= failuresToPause
}

function maxRetryAfter(verdicts: readonly Verdict[]): number | null {
  const retryDelays = verdicts.flatMap((one) => (one.kind === 'unreachable' ? (one.retryAfterMs ?? []) : []))
  return retryDelays.length === 0 ? null : Math.max(...retryDelays)
}

function recordFailure(loop: Loop, retryAfterMs: number | null): void {
  loop.failures += 1
  if (loop.failures < failuresToPause && retryAfterMs === null) return
  const failuresBeyond = Math.max(1, loop.failures - failuresToPause + 1)
  pauseSending(loop, backoffMs(failuresBeyond, loop.outbox.runtime.random(), { retryAfterMs }))
}

/**
 * Several requests may get the same 401; only the first renews, and only if nobody has done so
 * meanwhile.
 */
async function renewSession(loop: Loop, usedAccessToken: string): Promise<void> {
  if (loop.isRefreshing) return
  loop.isRefreshing = true
  loop.renewals += 1
  try {
    const outcome = await refreshSession(loop.outbox, usedAccessToken)
    if (outcome === 'refused') await holdForSignIn(loop.outbox)
    // Back off when a fresh token is rejected too, or the server is unreachable.
    if (outcome === 'unreachable' || loop.renewals > 1) {
      pauseSending(loop, backoffMs(loop.renewals, loop.outbox.runtime.random()))
    }
  } catch {
    // The row could not be read or written; the entry stays queued and gets its 401 again after the
    // pause.
    pauseSending(loop, storagePauseMs)
  } finally {
    loop.isRefreshing = false
    onChange(loop)
  }
}

/** Holds all queued entries, in order, until the user signs in. */
async function holdForSignIn(outbox: Outbox): Promise<void> {
  await writeOutbox(outbox, async (write) => {
    const session = await write.getSession()
    if (session && !session.isRefused) return
    for (const op of await write.entries(({ state }) => state === 'queued')) write.put({ ...op, state: 'held_auth' })
  })
}

/** A later pause replaces an earlier one; a wake-up ends it. */
export function pauseSending(loop: Loop, ms: number): void {
  const token = Symbol('pause')
  loop.pause = token
  callAfter(loop.outbox.runtime, { ms, signal: loop.run.signal }, () => {
    if (loop.pause !== token) return
    loop.pause = null
    onChange(loop)
  })
}
