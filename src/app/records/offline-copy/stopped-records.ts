import type { CollectionName } from '#contract/books/collections.ts'
import { type Edit, type OfflineCopy, OutboxWriteError } from '#mirror/offline-copy.ts'

/** Whether the book has records under 처리정지 (processing stopped), as far as this device knows. */
export function hasStopped(copy: Pick<OfflineCopy, 'getStatus'>, collection: CollectionName): boolean {
  return copy.getStatus().stopped.some((key) => key.startsWith(`${collection}/`))
}

/**
 * False: the record, or one it belongs to, was put under 처리정지 meanwhile. The caller keeps the edit
 * until that ends.
 */
export async function enqueueUnlessStopped(copy: Pick<OfflineCopy, 'enqueue'>, edit: Edit): Promise<boolean> {
  try {
    await copy.enqueue(edit)
    return true
  } catch (error) {
    if (error instanceof OutboxWriteError && error.reason === 'stopped') return false
    throw error
  }
}
