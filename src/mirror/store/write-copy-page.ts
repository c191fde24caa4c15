import type { CollectionName } from '#contract/records/collections.ts'
import { mirroredCollections } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { RowsPage } from '#contract/sync.ts'
import type { MirrorDatabase } from './mirror-database.ts'
import { packBlock, type RecordBlock } from './record-block.ts'

/**
 * Writes one page of a first copy as a block, together with how far the copy is, in one transaction: an interrupted copy goes on after the last page that
 * is really there. The cursor of the very first page of any collection is the one from which changes are asked for later. Resolves with the
 * block once it is committed; null for an empty page.
 */
export async function writeCopyPage(
  database: MirrorDatabase,
  collection: CollectionName,
  page: RowsPage,
): Promise<RecordBlock | null> {
  const block = page.rows.length > 0 ? packBlock(mirroredCollections[collection], page.rows as AnyRecord[]) : null
  await database.transaction('rw', database.blocks, database.progress, database.state, async () => {
    if (!(await database.state.get('mirror'))) {
      await database.state.put({
        key: 'mirror',
        epoch: page.epoch,
        cursor: page.cursor,
        isComplete: false,
        lastPullAt: null,
      })
    }
    const received = (await database.progress.get(collection))?.received ?? 0
    if (block) await database.blocks.put(block)
    await database.progress.put({
      collection,
      after: page.next ?? page.rows.at(-1)?.id ?? null,
      received: received + page.rows.length,
      total: Math.max(page.total, received + page.rows.length),
      isDone: page.next === null,
    })
  })
  return block
}
