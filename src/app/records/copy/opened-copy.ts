import { browserRuntime } from '#mirror/browser-runtime.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { sealsOf } from '#mirror/vault/vault-keys.ts'
// oxlint-disable-next-line import/default -- vite answers the address of the built worker
import copyWorker from '#mirror/worker/worker.ts?worker&url'
import { keysForCopy } from './copy-keys.ts'
import { saveLastEdits } from './last-edits.ts'
import { openOwnStorage } from './own-storage.ts'
import { recordWaitingPapers } from '../papers/record-waiting-papers.ts'
import { onSignOut } from '#app/session/clean-up-on-sign-out.ts'
import { startWorker } from '#app/ui/trusted-script.ts'

let opened: { userId: string; copy: Promise<OfflineCopy> } | null = null

onSignOut(closeOfflineCopy)

/**
 * This user's offline copy in this page. Opened once and kept, so that moving between public pages
 * and the back office doesn't restart it. Closes another user's copy first, so that no page reads
 * or sends for two users.
 * @throws CopyClosedError when it is sealed and closed, or must be sealed first
 */
export async function openOfflineCopyOf(userId: string): Promise<OfflineCopy> {
  if (opened?.userId === userId) return opened.copy
  await closeOfflineCopy()
  const copy = openWithKeys(userId)
  // Documents that can't be adopted now are adopted by the next page.
  void copy.then(recordWaitingPapers).catch(() => undefined)
  void copy.then(({ seen }) => addEventListener('pagehide', () => void seen.keep())).catch(() => undefined)
  const openedCopy = { userId, copy }
  opened = openedCopy
  copy.catch(() => {
    if (opened === openedCopy) opened = null
  })
  return copy
}

async function openWithKeys(userId: string): Promise<OfflineCopy> {
  // The worker starts while the device checks whether the copy is sealed.
  const worker = startWorker(copyWorker, 'offline-copy')
  let closeOwnStorage: (() => void) | undefined
  try {
    const keys = await keysForCopy(userId)
    const seals = keys ? sealsOf(keys) : undefined
    const runtime = browserRuntime(seals)
    closeOwnStorage = await openOwnStorage({ userId, seals, page: window })
    const copy = await openOfflineCopy({ userId, createWorker: () => worker, runtime, keys })
    return saveLastEdits(withCloseHook(copy, closeOwnStorage), window)
  } catch (error) {
    worker.terminate()
    closeOwnStorage?.()
    throw error
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
  const copyToClose = opened
  opened = null
  const copy = await copyToClose?.copy.catch(() => null)
  copy?.close()
}
