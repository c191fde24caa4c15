import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import { listSectionCollections } from '#contract/records/work-sections.ts'
import { useOfflineCopy } from '../offline-copy/use-offline-copy.tsx'

const sectionsSchema = z.array(z.string()).nullable()

/**
 * The sections of work this device stores; null for all. The same object until the choice changes.
 */
export function useCopiedSections(): readonly string[] | null {
  const copy = useOfflineCopy()
  // As text, because the status is a new object at every update.
  const text = useSyncExternalStore(copy.subscribeStatus, () => JSON.stringify(copy.getStatus().held))
  return useMemo(() => sectionsSchema.parse(JSON.parse(text)), [text])
}

const allCollections: ReadonlySet<CollectionName> = new Set(collectionNames)

/** The books stored on this device or being downloaded. */
export function useCopiedCollections(): ReadonlySet<CollectionName> {
  const sections = useCopiedSections()
  return useMemo(() => (sections ? listSectionCollections(sections) : allCollections), [sections])
}
