import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import { listAreaCollections } from '#contract/records/work-areas.ts'
import { useOfflineCopy } from '../offline-copy/use-offline-copy.tsx'

const areasSchema = z.array(z.string()).nullable()

/**
 * The areas of work this device stores; null for all. The same object until the choice changes.
 */
export function useSyncedAreas(): readonly string[] | null {
  const copy = useOfflineCopy()
  // As text, because the status is a new object at every update.
  const text = useSyncExternalStore(copy.subscribeStatus, () => JSON.stringify(copy.getStatus().syncedAreas))
  return useMemo(() => areasSchema.parse(JSON.parse(text)), [text])
}

const allCollections: ReadonlySet<CollectionName> = new Set(collectionNames)

/** The books stored on this device or being downloaded. */
export function useSyncedCollections(): ReadonlySet<CollectionName> {
  const areas = useSyncedAreas()
  return useMemo(() => (areas ? listAreaCollections(areas) : allCollections), [areas])
}
