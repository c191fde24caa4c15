import { type Outbox, rereadOutbox, subscribeOutbox } from '../open-outbox.ts'
import { withConnection } from '../write-outbox.ts'
import { runDrainLoop } from './drain-loop.ts'
import { type DrainRun, makeEntriesDue, reclaimLeases, requeueAfterSignIn, requeueAfterUpdate } from './drain-step.ts'

/**
 * Lock whose holder sends and pulls for this user. Earlier versions pulled under another lock and
 * sent under this one.
 */
export function buildLeaderLockName(userId: string): string {
  return `drain-${userId}`
}

const reclaimIntervalMs = 5_000

/**
 * The leader's sending task. What is in transit when it ends is sent again by the next leader,
 * under the same opId.
 */
export async function sendAsLeader(outbox: Outbox, term: Omit<DrainRun, 'holder' | 'isOnce'>): Promise<void> {
  // New for every term, so that entries left in transit by an earlier term count as another
  // holder's.
  const holder = outbox.runtime.newId()
  // Messages about earlier changes may still be in transit.
  await withConnection(outbox, () => rereadOutbox(outbox))
  await requeueAfterSignIn(outbox)
  const controller = new AbortController()
  const unsubscribe = subscribeOutbox(outbox, ({ isSessionChanged }) => {
    // If it fails now, the next regular check succeeds.
    if (isSessionChanged) requeueAfterSignIn(outbox).catch(() => undefined)
  })
  void reclaimRegularly(outbox, holder, AbortSignal.any([term.signal, controller.signal]))
  try {
    await runDrainLoop(outbox, { ...term, holder, isOnce: false })
  } finally {
    unsubscribe()
    controller.abort()
  }
}

/**
 * Regularly reclaims expired leases of a previous leader that may still be alive, and releases what
 * was held for a session.
 */
async function reclaimRegularly(outbox: Outbox, holder: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await outbox.runtime.wait(reclaimIntervalMs, signal).catch(() => undefined)
    if (signal.aborted) return
    await reclaimLeases(outbox, holder, true).catch(() => undefined)
    await requeueAfterSignIn(outbox).catch(() => undefined)
  }
}

/** Reads the outbox again if this tab missed a change. */
export async function catchUpWithOutbox(outbox: Outbox): Promise<void> {
  const stamp = await withConnection(outbox, () => outbox.db.meta.get('stamp'))
  if (Number(stamp?.value ?? 0) !== outbox.image.stamp) await rereadOutbox(outbox)
}

/**
 * Requests immediate sending from any tab: ends pauses, makes waiting entries due, and tries those
 * held for a newer app.
 */
export async function wakeSending(outbox: Outbox): Promise<void> {
  await makeEntriesDue(outbox)
  await requeueAfterUpdate(outbox)
  for (const wake of [...outbox.wakeListeners]) wake()
  outbox.channel.post({ type: 'wake' })
}
