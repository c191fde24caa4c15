import { useEffect, useState } from 'react'
import { z } from 'zod'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { createOwnStorage } from '../offline-copy/own-storage.ts'
import { useOfflineCopy } from '../offline-copy/use-offline-copy.tsx'

/** A record the user opened on this device. None of its contents are stored. */
export interface RecentRecord {
  readonly collection: CollectionName
  readonly id: string
}

/** Number of records remembered. */
const maxRecent = 8

const recentSchema = z.array(z.object({ collection: z.enum(collectionNames), id: z.string().max(40) })).catch([])

/** Records this user opened here, the last one first. Removed at sign-out (own-keys.ts). */
export function readRecentRecords(
  userId: string,
  storage: Pick<Storage, 'getItem'> = createOwnStorage(userId),
): readonly RecentRecord[] {
  try {
    return recentSchema.parse(JSON.parse(storage.getItem(storageKey(userId)) ?? '[]'))
  } catch {
    return []
  }
}

/** Puts a record first in the user's list. */
export function rememberRecord(
  userId: string,
  opened: RecentRecord,
  storage: Pick<Storage, 'getItem' | 'setItem'> = createOwnStorage(userId),
): void {
  const otherRecords = readRecentRecords(userId, storage).filter(({ id }) => id !== opened.id)
  try {
    storage.setItem(storageKey(userId), JSON.stringify([opened, ...otherRecords].slice(0, maxRecent)))
  } catch {
    // A full device remembers less; no work is lost.
  }
}

function storageKey(userId: string): string {
  return `recent-records-${userId}`
}

export interface RecentRow {
  readonly collection: CollectionName
  readonly row: SourceRow
}

/**
 * The user's recently opened records on this device, read when the component mounts. Leaves out
 * deleted ones.
 */
export function useRecentRows(): readonly RecentRow[] {
  const copy = useOfflineCopy()
  const [recent, setRecent] = useState<readonly RecentRow[]>([])
  useEffect(() => {
    let isUnmounted = false
    async function read() {
      const opened = readRecentRecords(copy.userId)
      const rows = await Promise.all(opened.map(({ collection, id }) => copy.getRow(collection, id)))
      if (!isUnmounted) setRecent(opened.flatMap(({ collection }, index) => existingRow(collection, rows[index])))
    }
    void read()
    return () => {
      isUnmounted = true
    }
  }, [copy])
  return recent
}

function existingRow(collection: CollectionName, row: SourceRow | null | undefined): RecentRow[] {
  return !row || row.state === 'deleted' ? [] : [{ collection, row }]
}
