import type { CollectionName } from '#contract/books/collections.ts'
import type { ChangeSeq } from '#contract/sync/sync.ts'
import type { Database } from '../db/client.ts'
import { ownerKey, type Reader } from '../db/owned-rows.ts'
import { createSharedReads } from '../db/shared-reads.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import { changesFor, readAllChanges, type AllChanges } from './read-changes.ts'
import type { Mark } from './read-place.ts'

export interface ChangesAsked {
  readonly reader: Reader
  readonly mark: Mark
  readonly after: ChangeSeq
  readonly limit: number
  /** What the device calls the list of stopped records it has; undefined: it asks for none. */
  readonly stopped?: string | undefined
  /** Absent: all. */
  readonly collections?: readonly CollectionName[] | undefined
}

/**
 * Pages of changes as the JSON text of a `ChangesPage`. An edit makes every device of the office ask the same at the same moment: they share one reading of the
 * database, and one text when there is nothing in it that only some of them may see. Only those share who have the same role, hold the same books and stand at the same place; each
 * reading begins after the last of them asked, and nothing of it is kept. `onHeldBack`: something committed is not in the page yet, and nobody may tell of it again.
 */
export function createChangeTexts(
  db: Database,
  collections: readonly WritableCollection[],
  { onHeldBack }: { onHeldBack: () => void },
): { textFor(asked: ChangesAsked): Promise<string> } {
  const reads = createSharedReads<SharedPage>()
  return {
    async textFor(asked) {
      const { isStaff, isSuperuser } = asked.reader
      const only = asked.collections && new Set<string>(asked.collections)
      const { after, limit, stopped } = asked
      const key = JSON.stringify([after, limit, stopped, isStaff, isSuperuser, only && [...only].toSorted()])
      const page = await reads.read(key, async () => {
        const readable = collections.filter(
          (collection) => collection.mayRead(asked.reader) && (!only || only.has(collection.name)),
        )
        const all = await readAllChanges(db, readable, asked)
        if (all.isHeldBack) onHeldBack()
        return share(all, asked)
      })
      return page.textFor(asked)
    },
  }
}

type View = Pick<ChangesAsked, 'reader' | 'mark'>

interface SharedPage {
  textFor(view: View): string
}

/** `first`: any of those who share it; by their common role they have the same mark and collections of which they see only rows of their own. */
function share(all: AllChanges, first: View): SharedPage {
  const textFor = (view: View) => JSON.stringify(changesFor(all, view))
  if (all.changes.some(({ collection }) => ownerKey(collection, first.reader) !== undefined)) return { textFor }
  const text = textFor(first)
  return { textFor: () => text }
}
