import { refreshSession } from '../session/refresh-session.ts'
import { backoffMs } from '../../timing/backoff.ts'
import { callAfter } from '../../timing/deadline.ts'
import type { SessionRow } from '../outbox-database.ts'
import type { Verdict } from './classify-answer.ts'
import { noticeChange, type Loop } from './drain-state.ts'
import { makeDue } from './drain-step.ts'
import type { Outbox } from '../open-outbox.ts'
import { writeOutbox } from '../write-outbox.ts'

/** As many requests in a row without an answer, and it is the connection, not an entry. */
const failuresToPause = 4

/** After a transaction that could not be kept, or was made on an outdated image. */
export const storagePauseMs = 5_000

/** What the answer to one request, with the verdict of each entry in it, means for everything else that waits. */
export function applyVerdicts(loop: Loop, verdicts: readonly Verdict[], session: SessionRow): void {
  const answers = verdicts.filter(({ kind }) => kind !== 'unreachable')
  if (answers.length === 0) return noteFailure(loop, maxRetryAfter(verdicts))
  // The way is free again: what failed with it does not have to wait out its own time.
  if (isProbing(loop)) makeDue(loop.outbox).catch(() => undefined)
  loop.failures = 0
  if (answers.some(({ kind }) => kind === 'signed_out')) return void renewSession(loop, session.accessToken)
  loop.renewals = 0
  if (answers.some(({ kind }) => kind === 'outdated')) loop.isOutdated = true
}

/** Nothing was answered so often that it is the connection, not an entry: everything pauses, then one entry tries the way. */
export function isProbing(loop: Loop): boolean {
  return loop.failures >= failuresToPause
}

function maxRetryAfter(verdicts: readonly Verdict[]): number | null {
  const asked = verdicts.flatMap((one) => (one.kind === 'unreachable' ? (one.retryAfterMs ?? []) : []))
  return asked.length === 0 ? null : Math.max(...asked)
}

function noteFailure(loop: Loop, retryAfterMs: number | null): void {
  loop.failures += 1
  if (loop.failures < failuresToPause && retryAfterMs === null) return
  const beyond = Math.max(1, loop.failures - failuresToPause + 1)
  pauseSending(loop, backoffMs(beyond, loop.outbox.runtime.random(), { retryAfterMs }))
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
      pauseSending(loop, backoffMs(loop.renewals, loop.outbox.runtime.random()))
    }
  } catch {
    // The row could not be read or written; the entry is queued as before and meets its 401 again after the pause.
    pauseSending(loop, storagePauseMs)
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
    for (const op of await write.entries(({ state }) => state === 'queued')) write.put({ ...op, state: 'held_auth' })
  })
}

/** A later pause takes the place of an earlier one; a wake-up ends it. */
export function pauseSending(loop: Loop, ms: number): void {
  const mine = Symbol('pause')
  loop.pause = mine
  callAfter(loop.outbox.runtime, { ms, signal: loop.run.signal }, () => {
    if (loop.pause !== mine) return
    loop.pause = null
    noticeChange(loop)
  })
}
