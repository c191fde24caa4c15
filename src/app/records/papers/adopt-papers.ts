import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { enqueueUnlessStopped } from '../copy/stopped-records.ts'

/** Whoever adds a paper just now, in another window, makes its record within this time. */
const patienceMs = 30_000

/** A page that ended after the bytes of a paper were kept and before its record was made left a file that nobody can see: its record is made now. */
export async function adoptPapers(
  copy: Pick<OfflineCopy, 'papers' | 'getRow' | 'enqueue'>,
  now = Date.now(),
): Promise<void> {
  for (const { contentId, unrecorded, addedAt } of copy.papers.getWaiting()) {
    if (!unrecorded || Math.abs(now - addedAt) < patienceMs) continue
    const { collection, id, fields } = unrecorded
    const edit = { kind: 'create', collection, id, fields: { ...fields } } as const
    const isMade = (await copy.getRow(collection, id)) !== null || (await enqueueUnlessStopped(copy, edit))
    if (!isMade) continue
    await copy.papers.noteRecorded(contentId)
  }
}
