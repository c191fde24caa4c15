import type { CollectionName } from '#contract/books/collections.ts'
import type { CopyProgress, MirrorDatabase, MirrorState, RecentRecord, StoredFirstPage } from './mirror-database.ts'
import { Dexie } from 'dexie'
import type { RecordBlock } from './record-block.ts'

export interface StoredCollection {
  recent: RecentRecord[]
  isCopied: boolean
}

/**
 * Blocks per read: small enough that the first are unpacked while the next are read, large enough
 * to save round trips.
 */
const blocksPerRead = 16

/**
 * Reads a collection in one transaction, so that a fold in another tab is seen completely or not at
 * all. Passes on the blocks in id order and returns the records changed since.
 */
export function readCollection(
  database: MirrorDatabase,
  collection: CollectionName,
  onBlock: (block: RecordBlock) => void,
): Promise<StoredCollection> {
  return database.transaction('r', database.blocks, database.recent, database.progress, async () => {
    const shape = database.shapes[collection]
    const isCopied = (await database.progress.get(shape))?.isDone ?? false
    let after = ''
    for (;;) {
      const blocks = await database.blocks
        .where('[shape+first]')
        .between([shape, after], [shape, Dexie.maxKey], false, true)
        .limit(blocksPerRead)
        .toArray()
      for (const block of blocks) onBlock(block)
      after = blocks.at(-1)?.first ?? after
      if (blocks.length < blocksPerRead) break
    }
    const recent = await database.recent
      .where('[shape+id]')
      .between([shape, Dexie.minKey], [shape, Dexie.maxKey])
      .toArray()
    return { recent, isCopied }
  })
}

export async function readState(database: MirrorDatabase): Promise<MirrorState | null> {
  return (await database.state.get(database.shape)) ?? null
}

/** Null before the first page. */
export async function readProgress(database: MirrorDatabase, collection: CollectionName): Promise<CopyProgress | null> {
  return (await database.progress.get(database.shapes[collection])) ?? null
}

export async function readFirstPage(
  database: MirrorDatabase,
  collection: CollectionName,
  query: string,
): Promise<StoredFirstPage | null> {
  const page = await database.firstPages.get(database.shapes[collection])
  return page?.query === query ? page : null
}
