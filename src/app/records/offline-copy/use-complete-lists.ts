import { useEffect, useMemo, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { listSelectableReferences } from '#contract/books/references.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/**
 * Whole collections on this device, each in its own order. Small enough for memory, so that choice
 * fields need no query.
 */
export type CompleteLists<Name extends CollectionName = CollectionName> = Readonly<Record<Name, readonly AnyRecord[]>>

/**
 * Empty until the first copy is complete; a new object whenever one of them changes. Keep `names`
 * stable between renders.
 */
export function useCompleteLists<Name extends CollectionName>(
  copy: OfflineCopy,
  names: readonly Name[],
): CompleteLists<Name> {
  const [lists, setLists] = useState(
    () => Object.fromEntries(names.map((name): [Name, readonly AnyRecord[]] => [name, []])) as CompleteLists<Name>,
  )
  useEffect(() => {
    const stops = names.map((name) =>
      copy.watchAll(name, (rows) => setLists((previous) => ({ ...previous, [name]: rows }))),
    )
    return () => stops.forEach((stop) => stop())
  }, [copy, names])
  return lists
}

/** The lists that references of a book choose from. */
export function useReferenceLists(copy: OfflineCopy, collection: CollectionName): Partial<CompleteLists> {
  const names = useMemo(() => [...new Set(listSelectableReferences(collection).map(({ to }) => to))], [collection])
  return useCompleteLists(copy, names)
}
