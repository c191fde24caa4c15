import type { CollectionName } from '#contract/books/collections.ts'
import { OutboxWriteError, type Edit, type OfflineCopy } from '#mirror/offline-copy.ts'

/** Whether the book holds records whose processing is stopped 처리정지, as far as this device was told. */
export function hasStopped(copy: Pick<OfflineCopy, 'getStatus'>, collection: CollectionName): boolean {
  return copy.getStatus().stopped.some((key) => key.startsWith(`${collection}/`))
}

/** False: the record, or one it belongs to, was stopped meanwhile. What was to be written is the caller's to keep until it is let go. */
export async function enqueueUnlessStopped(copy: Pick<OfflineCopy, 'enqueue'>, edit: Edit): Promise<boolean> {
  try {
    await copy.enqueue(edit)
    return true
  } catch (error) {
    if (error instanceof OutboxWriteError && error.reason === 'stopped') return false
    throw error
  }
}
