import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { enqueueUnlessStopped } from '../offline-copy/stopped-records.ts'

/** Another window that is adding a paper right now creates its record within this time. */
const timeoutMs = 30_000

/**
 * Creates missing records of stored files. A page that ended between storing a paper's bytes and
 * creating its record leaves a file nobody can see.
 */
export async function createMissingPaperRecords(
  copy: Pick<OfflineCopy, 'papers' | 'getRow' | 'enqueue'>,
  now = Date.now(),
): Promise<void> {
  for (const { contentId, unrecorded, addedAt } of copy.papers.getWaiting()) {
    if (!unrecorded || Math.abs(now - addedAt) < timeoutMs) continue
    const { collection, id, fields } = unrecorded
    const edit = { kind: 'create', collection, id, fields: { ...fields } } as const
    const hasRecord = (await copy.getRow(collection, id)) !== null || (await enqueueUnlessStopped(copy, edit))
    if (!hasRecord) continue
    await copy.papers.markRecorded(contentId)
  }
}
