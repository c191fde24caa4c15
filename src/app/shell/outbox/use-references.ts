import { useCallback } from 'react'
import { collectionNames, referencesOf } from '#contract/books/collections.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useCompleteLists, type CompleteLists } from '#app/records/copy/use-complete-lists.ts'
import type { NameOf } from './entry-texts.ts'

/**
 * Small collections that fields of any book refer to, with the field that holds their records'
 * names.
 */
const referred = new Map(collectionNames.flatMap(referencesOf).map(({ to, name }) => [to, name] as const))
const referredNames = [...referred.keys()]

export interface References {
  readonly nameOf: NameOf
  /** Records that a field may refer to, for choosing one. */
  readonly lists: Partial<CompleteLists>
}

/** The records that fields refer to, with their names. */
export function useReferences(): References {
  const lists: Partial<CompleteLists> = useCompleteLists(useOfflineCopy(), referredNames)
  const nameOf = useCallback<NameOf>(
    (collection, id) => {
      const known = referredNames.find((name) => name === collection)
      const name = known && lists[known]?.find((record) => record.id === id)?.[referred.get(known) ?? 'name']
      return typeof name === 'string' ? name : undefined
    },
    [lists],
  )
  return { nameOf, lists }
}
