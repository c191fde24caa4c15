import type { CollectionName } from '#contract/records/collections.ts'
import { mirroredCollections } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { RowsPage } from '#contract/sync.ts'
import type { CopyProgress, MirrorDatabase, MirrorState } from './mirror-database.ts'
import { packBlock, type RecordBlock } from './record-block.ts'
import { writeMirror } from './write-mirror.ts'

/** The block of a page of a first copy; null for an empty page. */
export function packPage(collection: CollectionName, page: RowsPage): RecordBlock | null {
  return page.rows.length > 0 ? packBlock(mirroredCollections[collection], page.rows as AnyRecord[]) : null
}

/**
 * Writes one page of a first copy as a block, together with how far the copy is, in one transaction: an interrupted copy goes on after the last page that
 * is really there. The cursor of the very first page of any collection is the one from which changes are asked for later. Resolves once committed.
 */
export async function writeCopyPage(
  database: MirrorDatabase,
  block: RecordBlock | null,
  { page, progress }: { page: RowsPage; progress: CopyProgress },
): Promise<void> {
  const state: MirrorState = {
    key: 'mirror',
    epoch: page.epoch,
    cursor: page.cursor,
    isComplete: false,
    lastPullAt: null,
    lastCheckAt: null,
  }
  await writeMirror(database, [database.blocks, database.progress, database.state], async () => {
    if (!(await database.state.get('mirror'))) await database.state.put(state)
    if (block) await database.blocks.put(block)
    await database.progress.put(progress)
  })
}
