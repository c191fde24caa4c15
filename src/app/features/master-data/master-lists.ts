import { useEffect, useState } from 'react'
import { masterCollections, type MasterCollection } from '#contract/master-data.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/** The master lists on this device, each by name. Small enough to stand in memory, so names two steps away need no question. */
export type MasterLists = Readonly<Record<MasterCollection, readonly AnyRecord[]>>

export const emptyLists: MasterLists = { companies: [], departments: [], managers: [], projects: [], titles: [] }

/** Empty until the first copy is there; another object whenever one of them changes. */
export function useMasterLists(copy: OfflineCopy): MasterLists {
  const [lists, setLists] = useState(emptyLists)
  useEffect(() => {
    const stops = masterCollections.map((collection) =>
      copy.watchAll(collection, (rows) => setLists((previous) => ({ ...previous, [collection]: rows }))),
    )
    return () => stops.forEach((stop) => stop())
  }, [copy])
  return lists
}
