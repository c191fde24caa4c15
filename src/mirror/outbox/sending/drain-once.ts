import { type Papers, withPapers } from '#mirror/papers/open-papers.ts'
import { openPaperCopies } from '#mirror/papers/paper-copies.ts'
import { sendFiles } from '#mirror/papers/send-files.ts'
import { makeFilesDue } from '#mirror/papers/store-file.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { readVault } from '#mirror/vault/vault-database.ts'
import { submitViews } from '#mirror/view-log/submit-views.ts'
import { type Outbox, rereadOutbox, subscribeOutbox, withOutbox } from '../open-outbox.ts'
import { listOutboxOwners } from '../outbox-database.ts'
import { withConnection } from '../write-outbox.ts'
import { runDrainLoop } from './drain-loop.ts'
import { type DrainRun, makeEntriesDue, reclaimLeases, requeueAfterSignIn, requeueAfterUpdate } from './drain-step.ts'

/**
 * Sends once from the service worker, when no page may be open, for every user of this device with
 * a session. Where a tab holds the lock, that tab sends and isn't waited for. Returns how many
 * entries and papers could still be sent later, so that the caller can request another sync event.
 */
export async function drainOnce(runtime: Runtime, signal: AbortSignal): Promise<{ remaining: number }> {
  let remaining = 0
  for (const userId of await listOutboxOwners(runtime)) {
    // Nobody here has the keys of a sealed copy; its entries are sent once a page is unlocked.
    if (!runtime.seals && (await readVault(runtime, userId))) continue
    if (!signal.aborted) remaining += await withOutbox(runtime, userId, (outbox) => drainOutbox(outbox, signal))
  }
  return { remaining }
}

async function drainOutbox(outbox: Outbox, signal: AbortSignal): Promise<number> {
  const { session, entriesBySeq } = outbox.image
  if (!session || session.isRefused) return 0
  // The browser calls the service worker because the connection is back: end earlier pauses.
  await wakeSending(outbox)
  const unsentPapers = await withPapers(outbox.runtime, outbox.userId, async (papers) => {
    await makeFilesDue(papers)
    await sendUnderLock(outbox, papers, signal)
    return papers.waiting.filter(({ state }) => state === 'waiting').length
  })
  return [...entriesBySeq.values()].filter(({ state }) => state === 'queued').length + unsentPapers
}

/** A page that opens meanwhile may steal the lock; it then sends, and this run ends. */
async function sendUnderLock(outbox: Outbox, papers: Papers, signal: AbortSignal): Promise<void> {
  const { runtime, userId } = outbox
  const term = new AbortController()
  const copies = openPaperCopies(runtime, userId)
  try {
    await runtime.locks.request(buildLeaderLockName(userId), { ifAvailable: true }, async (lock) => {
      const run = { signal: AbortSignal.any([signal, term.signal]), isOnce: true }
      if (!lock) return
      await Promise.all([
        runDrainLoop(outbox, { ...run, holder: runtime.newId(), isStolen: false }),
        sendFiles({ papers, copies, outbox }, run),
        submitViews(outbox, run),
      ])
    })
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
  } finally {
    term.abort()
    copies.close()
  }
}

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
