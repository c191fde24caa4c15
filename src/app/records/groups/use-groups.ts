import { useEffect, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { GroupQuery, GroupsState } from '#mirror/query/group-records.ts'

/**
 * The groups of a list as this device has them, kept current while the screen is open. Keeps the
 * previous groups until those of a new query arrive. `grouping` is compared by content.
 */
export function useGroups(copy: OfflineCopy, collection: CollectionName, grouping: GroupQuery): GroupsState {
  const [state, setState] = useState<GroupsState>({ status: 'loading', value: null })
  const serializedQuery = JSON.stringify(grouping)
  useEffect(
    // A query is plain data, so parsing its JSON gives the same query.
    () => copy.watchGroups(collection, JSON.parse(serializedQuery) as GroupQuery, setState),
    [copy, collection, serializedQuery],
  )
  return state
}
