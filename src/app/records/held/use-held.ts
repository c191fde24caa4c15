import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { collectionNames, type CollectionName } from '#contract/books/collections.ts'
import { collectionsOfSections } from '#contract/work-sections.ts'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'

const heldSchema = z.array(z.string()).nullable()

/** The sections of work that this device holds; null: everything. The same object until another choice is made. */
export function useHeldSections(): readonly string[] | null {
  const copy = useOfflineCopy()
  // As text: the status is another object at every piece of news.
  const text = useSyncExternalStore(copy.subscribeStatus, () => JSON.stringify(copy.getStatus().held))
  return useMemo(() => heldSchema.parse(JSON.parse(text)), [text])
}

const allCollections: ReadonlySet<CollectionName> = new Set(collectionNames)

/** The books on this device, or on their way to it. */
export function useHeldCollections(): ReadonlySet<CollectionName> {
  const sections = useHeldSections()
  return useMemo(() => (sections ? collectionsOfSections(sections) : allCollections), [sections])
}
