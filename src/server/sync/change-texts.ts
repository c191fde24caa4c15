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
  /**
   * The device's tag of its list of stopped records; undefined when it does not ask for the list.
   */
  readonly stopped?: string | undefined
  /** Absent: all. */
  readonly collections?: readonly CollectionName[] | undefined
}

/**
 * Pages of changes as the JSON text of a `ChangesPage`. After an edit all devices ask for the same
 * page at once; they share one database read, and one text if no entry is restricted to an owner.
 * Requests share only with the same role, books and cursor. A read begins after the last request
 * that shares it, and its result is not cached. `onHeldBack` runs when a commit is not in the page
 * yet and may cause no further notification.
 */
export function createChangeTexts(
  db: Database,
  collections: readonly WritableCollection[],
  { onHeldBack }: { onHeldBack: () => void },
): { pageFor(asked: ChangesAsked): Promise<{ text: string; hasMore: boolean }> } {
  const reads = createSharedReads<SharedPage>()
  return {
    async pageFor(asked) {
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
      return { text: page.textFor(asked), hasMore: page.hasMore }
    },
  }
}

type View = Pick<ChangesAsked, 'reader' | 'mark'>

interface SharedPage {
  readonly hasMore: boolean
  textFor(view: View): string
}

/**
 * `first` is any of the sharing requests: the same role implies the same mark and the same
 * collections limited to own rows.
 */
function share(all: AllChanges, first: View): SharedPage {
  const hasMore = all.more
  const textFor = (view: View) => JSON.stringify(changesFor(all, view))
  if (all.changes.some(({ collection }) => ownerKey(collection, first.reader) !== undefined))
    return { textFor, hasMore }
  const text = textFor(first)
  return { textFor: () => text, hasMore }
}
