import { runDrainLoop } from './sending/drain-loop.ts'
import { makeDue, reclaimLeases, releaseHeldForSession, releaseHeldForVersion } from './sending/drain-step.ts'
import { rereadOutbox, subscribeOutbox, type Outbox } from './open-outbox.ts'
import { withConnection } from './write-outbox.ts'

/** Whoever holds it sends and pulls for this user. Versions of before pulled under another lock and sent under this one. */
export function leaderLockName(userId: string): string {
  return `drain-${userId}`
}

const putBackEveryMs = 5_000

/** The leader's duty to send. What is on the wire when it ends is sent again by the next leader, under the same opId. */
export async function sendAsLeader(outbox: Outbox, term: { signal: AbortSignal; isStolen: boolean }): Promise<void> {
  // Fresh for every term: what an earlier term of ours left on the wire is a stranger's to the next one.
  const holder = outbox.runtime.newId()
  // What happened before we held the lock may not have been told to us yet.
  await withConnection(outbox, () => rereadOutbox(outbox))
  await releaseHeldForSession(outbox)
  const over = new AbortController()
  const unsubscribe = subscribeOutbox(outbox, ({ isSessionChanged }) => {
    // Should it fail now, the next look succeeds.
    if (isSessionChanged) releaseHeldForSession(outbox).catch(() => undefined)
  })
  void putBackRegularly(outbox, holder, AbortSignal.any([term.signal, over.signal]))
  try {
    await runDrainLoop(outbox, { ...term, holder, isOnce: false })
  } finally {
    unsubscribe()
    over.abort()
  }
}

/** Leases of a leader before us that may still be alive run out one by one; and what was held for a session may go once there is one. */
async function putBackRegularly(outbox: Outbox, holder: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await outbox.runtime.wait(putBackEveryMs, signal).catch(() => undefined)
    if (signal.aborted) return
    await reclaimLeases(outbox, holder, true).catch(() => undefined)
    await releaseHeldForSession(outbox).catch(() => undefined)
  }
}

/** Makes sure that this tab missed no change of the outbox. */
export async function catchUpWithOutbox(outbox: Outbox): Promise<void> {
  const stamp = await withConnection(outbox, () => outbox.db.meta.get('stamp'))
  if (Number(stamp?.value ?? 0) !== outbox.image.stamp) await rereadOutbox(outbox)
}

/** Asks for sending at once, in whatever tab it happens: pauses end, waiting entries are due, those held for a newer app are tried. */
export async function wakeSending(outbox: Outbox): Promise<void> {
  await makeDue(outbox)
  await releaseHeldForVersion(outbox)
  for (const wake of [...outbox.wakes]) wake()
  outbox.channel.post({ type: 'wake' })
}
