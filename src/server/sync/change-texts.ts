import type { CollectionName } from '#contract/books/collections.ts'
import type { ChangeSeq } from '#contract/sync/sync.ts'
import type { Database } from '../db/client.ts'
import { ownerKey, type Reader } from '../db/owned-rows.ts'
import { createSharedReads } from '../db/shared-reads.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import { changesFor, readAllChanges, type AllChanges } from './read-changes.ts'
import type { Mark } from './read-cursor.ts'

export interface ChangesRequest {
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
): { pageFor(request: ChangesRequest): Promise<{ text: string; hasMore: boolean }> } {
  const reads = createSharedReads<SharedPage>()
  return {
    async pageFor(request) {
      const { isStaff, isSuperuser } = request.reader
      const only = request.collections && new Set<string>(request.collections)
      const { after, limit, stopped } = request
      const key = JSON.stringify([after, limit, stopped, isStaff, isSuperuser, only && [...only].toSorted()])
      const page = await reads.read(key, async () => {
        const readable = collections.filter(
          (collection) => collection.mayRead(request.reader) && (!only || only.has(collection.name)),
        )
        const all = await readAllChanges(db, readable, request)
        if (all.isHeldBack) onHeldBack()
        return share(all, request)
      })
      return { text: page.textFor(request), hasMore: page.hasMore }
    },
  }
}

type View = Pick<ChangesRequest, 'reader' | 'mark'>

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
