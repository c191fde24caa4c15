import { OutboxWriteError, type Edit, type OfflineCopy } from '#mirror/offline-copy.ts'

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
    if (!row && !(await isMade(copy, { kind: 'create', collection, id, fields: { ...fields } }))) continue
    await copy.papers.noteRecorded(contentId)
  }
}

/** False: the record it belongs to was stopped 처리정지 meanwhile. The file waits on this device until it is let go. */
async function isMade(copy: Pick<OfflineCopy, 'enqueue'>, edit: Edit): Promise<boolean> {
  try {
    await copy.enqueue(edit)
    return true
  } catch (error) {
    if (error instanceof OutboxWriteError && error.reason === 'stopped') return false
    throw error
  }
}
