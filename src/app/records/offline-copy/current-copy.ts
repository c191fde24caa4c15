import { onSignOut } from '#app/session/session-channel.ts'
import { followSessionInMemory } from '#app/session/stored-login/session-row-sync.ts'
import { startWorker } from '#app/ui/browser/trusted-types.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { type OfflineCopy, OutboxWriteError } from '#mirror/offline-copy.ts'
import { createBrowserRuntime, waitMs } from '#mirror/runtime/browser-runtime.ts'
import { followWorker, isStoredInMemory } from '#mirror/runtime/browser-storage.ts'
import { toWriteError } from '#mirror/store/storage-failure.ts'
import { createSeals } from '#mirror/vault/vault-keys.ts'
// oxlint-disable-next-line import/default -- vite exports the URL of the built worker
import copyWorker from '#mirror/worker/worker.ts?worker&url'
import { createMissingPaperRecords } from '../papers/create-missing-paper-records.ts'
import { getCopyKeys } from './copy-keys.ts'
import { openOwnStorage } from './own-storage.ts'
import { saveLastEdits } from './save-last-edits.ts'

let currentCopy: { userId: string; copy: Promise<OfflineCopy> } | null = null

onSignOut(closeOfflineCopy)

/**
 * This user's offline copy in this page. Opened once and kept, so that moving between public pages
 * and the back office doesn't restart it. Closes another user's copy first, so that no page reads
 * or sends for two users.
 * @throws CopyClosedError when it is sealed and closed, or must be sealed first
 * @throws OutboxWriteError when the device's storage doesn't open
 */
export function openOfflineCopyFor(userId: string): Promise<OfflineCopy> {
  if (currentCopy?.userId === userId) return currentCopy.copy
  const copy = closeOfflineCopy().then(() => openWithKeys(userId))
  // Set in the same turn: a second caller, as the back office has, would start a second worker,
  // which nothing would ever stop.
  const openedCopy = { userId, copy }
  currentCopy = openedCopy
  // Papers whose record can't be created now get it from the next page.
  void copy.then(createMissingPaperRecords).catch(() => undefined)
  void copy.then(({ viewLog }) => addEventListener('pagehide', () => void viewLog.flush())).catch(() => undefined)
  copy.catch(() => {
    if (currentCopy === openedCopy) currentCopy = null
  })
  return copy
}

/** Works with the server alone from now on; what is stored on the device stays there. */
export async function continueInMemory(): Promise<void> {
  await closeOfflineCopy()
  await followSessionInMemory()
}

/** In a browser that stores nothing at all, the work goes on in memory without a question. */
async function openWithKeys(userId: string): Promise<OfflineCopy> {
  return await openFromStorage(userId).catch(async (error: unknown) => {
    const isRefused = error instanceof OutboxWriteError && error.reason === 'refused'
    if (!isRefused || isStoredInMemory()) throw error
    await followSessionInMemory()
    return await openFromStorage(userId)
  })
}

async function openFromStorage(userId: string): Promise<OfflineCopy> {
  // The worker starts while the device checks whether the copy is sealed. It couldn't see databases
  // that are in this page's memory.
  const worker = isStoredInMemory() ? null : startWorker(copyWorker, 'offline-copy')
  if (worker) followWorker(worker, waitMs)
  let closeOwnStorage: (() => void) | undefined
  try {
    const keys = await getCopyKeys(userId)
    const seals = keys ? createSeals(keys) : undefined
    const runtime = createBrowserRuntime(seals)
    closeOwnStorage = await openOwnStorage({ userId, seals })
    const copy = await openOfflineCopy({ userId, createWorker: worker && (() => worker), runtime, keys })
    return saveLastEdits(withCloseHook(copy, closeOwnStorage), window)
  } catch (error) {
    worker?.terminate()
    closeOwnStorage?.()
    throw toWriteError(error)
  }
}

function withCloseHook(copy: OfflineCopy, closeOther: () => void): OfflineCopy {
  return {
    ...copy,
    close() {
      closeOther()
      copy.close()
    },
  }
}

/** Stops the worker and timers of this page; stored data stays. */
export async function closeOfflineCopy(): Promise<void> {
  const copyToClose = currentCopy
  currentCopy = null
  const copy = await copyToClose?.copy.catch(() => null)
  copy?.close()
}
