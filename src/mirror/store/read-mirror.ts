import type { CollectionName } from '#contract/records/collections.ts'
import type { MirrorDatabase, MirrorState, RecentRecord, StoredFirstPage } from './mirror-database.ts'
import { Dexie } from 'dexie'
import type { RecordBlock } from './record-block.ts'

export interface StoredCollection {
  recent: RecentRecord[]
  isCopied: boolean
}

/** Blocks read at once: small enough that the first of them are unpacked while the next are read, large enough to save round trips. */
const blocksPerRead = 16

/**
 * Reads a collection in one transaction, so that a fold in another tab is seen wholly or not at all. Blocks are handed over as they come, in the order of
 * their ids; what changed since is the answer.
 */
export function readCollection(
  database: MirrorDatabase,
  collection: CollectionName,
  onBlock: (block: RecordBlock) => void,
): Promise<StoredCollection> {
  return database.transaction('r', database.blocks, database.recent, database.progress, async () => {
    const isCopied = (await database.progress.get(collection))?.isDone ?? false
    let after = ''
    for (;;) {
      const blocks = await database.blocks
        .where('[collection+first]')
        .between([collection, after], [collection, Dexie.maxKey], false, true)
        .limit(blocksPerRead)
        .toArray()
      for (const block of blocks) onBlock(block)
      after = blocks.at(-1)?.first ?? after
      if (blocks.length < blocksPerRead) break
    }
    const recent = await database.recent
      .where('[collection+id]')
      .between([collection, Dexie.minKey], [collection, Dexie.maxKey])
      .toArray()
    return { recent, isCopied }
  })
}

export async function readState(database: MirrorDatabase): Promise<MirrorState | null> {
  return (await database.state.get('mirror')) ?? null
}

export async function noteCheck(database: MirrorDatabase, now: number): Promise<void> {
  await database.state.update('mirror', { lastCheckAt: now })
}

export async function readFirstPage(
  database: MirrorDatabase,
  collection: CollectionName,
  query: string,
): Promise<StoredFirstPage | null> {
  const page = await database.firstPages.get(collection)
  return page?.query === query ? page : null
}

export async function writeFirstPage(database: MirrorDatabase, page: StoredFirstPage): Promise<void> {
  await database.firstPages.put(page)
}
