import type { Change, ChangesPage } from '#contract/sync.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { MirrorDatabase, RecentRecord } from './mirror-database.ts'
import { writeMirror } from './write-mirror.ts'

/**
 * Writes a page of changes and the cursor after it in one transaction. A version that is not newer than the stored one is left out (pages may overlap and
 * arrive twice); whether it is newer than the record's block is decided by whoever reads both. A page without `more` completes the mirror.
 */
export async function applyChanges(database: MirrorDatabase, page: ChangesPage, now: number): Promise<void> {
  await writeMirror(database, [database.recent, database.state], async () => {
    const known = await database.recent.bulkGet(page.changes.map(({ collection, id }) => [collection, id]))
    const newer = page.changes.filter((change, index) => change.version > (known[index]?.version ?? 0))
    await database.recent.bulkPut(newer.map((change) => recentRecord(change, now)))
    const state = await database.state.get('mirror')
    await database.state.put({
      key: 'mirror',
      epoch: page.epoch,
      cursor: page.cursor,
      isComplete: (state?.isComplete ?? false) || !page.more,
      lastPullAt: page.more ? (state?.lastPullAt ?? null) : now,
      // A copy just made is as good as compared.
      lastCheckAt: state?.lastCheckAt ?? now,
    })
  })
}

function recentRecord(change: Change, now: number): RecentRecord {
  return {
    collection: change.collection,
    id: change.id,
    version: change.version,
    row: change.row as AnyRecord | null,
    at: now,
  }
}
