import { useEffect, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { GroupQuestion, GroupsState } from '#mirror/query/group-records.ts'

/** The groups of a list as this device has them, kept current while the screen is open. What was told stands until the answer to a new question is there. `question` is compared by its content. */
export function useGroups(copy: OfflineCopy, collection: CollectionName, question: GroupQuestion): GroupsState {
  const [state, setState] = useState<GroupsState>({ status: 'loading', value: null })
  const asked = JSON.stringify(question)
  useEffect(
    // A question is plain data: text and back gives the same question.
    () => copy.watchGroups(collection, JSON.parse(asked) as GroupQuestion, setState),
    [copy, collection, asked],
  )
  return state
}
