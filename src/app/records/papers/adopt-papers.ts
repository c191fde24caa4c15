import type { OfflineCopy } from '#mirror/offline-copy.ts'

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
    const row = await copy.getRow(collection, id)
    if (!row) await copy.enqueue({ kind: 'create', collection, id, fields: { ...fields } })
    await copy.papers.noteRecorded(contentId)
  }
}
