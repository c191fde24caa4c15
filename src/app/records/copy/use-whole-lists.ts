import { useEffect, useMemo, useState } from 'react'
import { listedReferencesOf, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/** Whole collections on this device, each in its own order: small enough to stand in memory, so that what people choose from needs no question. */
export type WholeLists<Name extends CollectionName = CollectionName> = Readonly<Record<Name, readonly AnyRecord[]>>

/** Empty until the first copy is there; another object whenever one of them changes. Keep `names` stable between renders. */
export function useWholeLists<Name extends CollectionName>(
  copy: OfflineCopy,
  names: readonly Name[],
): WholeLists<Name> {
  const [lists, setLists] = useState(
    () => Object.fromEntries(names.map((name): [Name, readonly AnyRecord[]] => [name, []])) as WholeLists<Name>,
  )
  useEffect(() => {
    const stops = names.map((name) =>
      copy.watchAll(name, (rows) => setLists((previous) => ({ ...previous, [name]: rows }))),
    )
    return () => stops.forEach((stop) => stop())
  }, [copy, names])
  return lists
}

/** What the references of a book may point at, as far as one chooses from a list. */
export function useReferredLists(copy: OfflineCopy, collection: CollectionName): Partial<WholeLists> {
  const names = useMemo(() => [...new Set(listedReferencesOf(collection).map(({ to }) => to))], [collection])
  return useWholeLists(copy, names)
}
