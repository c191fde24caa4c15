import { type Papers, withPapers } from '#mirror/papers/open-papers.ts'
import { openPaperCopies } from '#mirror/papers/paper-copies.ts'
import { sendFiles } from '#mirror/papers/send-files.ts'
import { makeFilesDue } from '#mirror/papers/store-file.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { readVault } from '#mirror/vault/vault-database.ts'
import { submitViews } from '#mirror/view-log/submit-views.ts'
import { type Outbox, withOutbox } from '../open-outbox.ts'
import { listOutboxOwners } from '../outbox-database.ts'
import { runDrainLoop } from './drain-loop.ts'
import { buildLeaderLockName, wakeSending } from './send-as-leader.ts'

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
