import { useCallback, useEffect, useState } from 'react'
import { collectionNames, mirroredCollections, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { useOfflineCopy } from '#app/records/copy/offline-copy.tsx'
import type { NameOf } from './entry-texts.ts'

/** The small collections that fields of described records refer to, and the field that names their records. */
const referred = new Map(
  collectionNames
    .flatMap((name): readonly Field[] => mirroredCollections[name].fields)
    .flatMap(({ refers }) => (refers ? [[refers.collection, refers.label] as const] : [])),
)
const referredNames = collectionNames.filter((name) => referred.has(name))

export interface References {
  readonly nameOf: NameOf
  /** What a field referring to this collection may point at. */
  readonly recordsOf: (collection: string) => readonly AnyRecord[]
}

/** The records that fields refer to: their names, and themselves for choosing one. */
export function useReferences(): References {
  const copy = useOfflineCopy()
  const [lists, setLists] = useState<Partial<Record<CollectionName, readonly AnyRecord[]>>>({})
  useEffect(() => {
    const stops = referredNames.map((name) =>
      copy.watchAll(name, (rows) => setLists((before) => ({ ...before, [name]: rows }))),
    )
    return () => stops.forEach((stop) => stop())
  }, [copy])
  const recordsOf = useCallback(
    (collection: string) => {
      const known = referredNames.find((name) => name === collection)
      return (known && lists[known]) ?? []
    },
    [lists],
  )
  const nameOf = useCallback<NameOf>(
    (collection, id) => {
      const name = recordsOf(collection).find((record) => record.id === id)?.[referred.get(collection) ?? 'name']
      return typeof name === 'string' ? name : undefined
    },
    [recordsOf],
  )
  return { nameOf, recordsOf }
}
