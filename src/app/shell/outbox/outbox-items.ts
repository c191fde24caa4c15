import { useCallback } from 'react'
import { type CompleteLists, useCompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { collectionNames } from '#contract/books/collections.ts'
import { listReferences } from '#contract/books/references.ts'
import type { EntryView } from '#mirror/offline-copy.ts'
import { findContentId } from '#mirror/outbox/stored-entry.ts'
import type { WaitingFile } from '#mirror/papers/papers-database.ts'
import { classifyEntry, type OutboxSection } from './entry-state.ts'
import type { NameOf } from './entry-texts.ts'

/**
 * What the screen shows as one item: an entry whose changes include the edits of its record that
 * are joined to it.
 */
export interface OutboxItem {
  readonly entry: EntryView
  /** Operations of the entry and of the edits joined to it, in order. */
  readonly opIds: readonly string[]
  /** For a new document: its file, while it waits here. */
  readonly file?: WaitingFile
}

/**
 * Groups entries the way users see them. Edits of one record that are decided together or form one
 * edit become one item, and so do a photograph's record and its file.
 */
export function toOutboxItems(entries: readonly EntryView[], files: readonly WaitingFile[] = []): OutboxItem[] {
  const items: OutboxItem[] = []
  const lastIndexByRecord = new Map<string, number>()
  for (const entry of entries) {
    const record = `${entry.collection}/${entry.recordId}`
    const lastIndex = lastIndexByRecord.get(record)
    const head = entry.isJoined && lastIndex !== undefined ? items[lastIndex] : undefined
    if (head && lastIndex !== undefined) items[lastIndex] = joinEntry(head, entry)
    else {
      lastIndexByRecord.set(record, items.length)
      const file = files.find(({ contentId }) => contentId === findContentId(entry))
      items.push({ entry, opIds: [entry.opId], ...(file && { file }) })
    }
  }
  return items
}

export function classifyItem({ entry, file }: OutboxItem): OutboxSection | null {
  const section = classifyEntry(entry)
  return section !== null && file?.state === 'refused' ? 'attention' : section
}

/** Waiting files whose records the server already has. */
export function listUnattachedFiles(items: readonly OutboxItem[], files: readonly WaitingFile[]): WaitingFile[] {
  const contentIds = new Set(
    items.flatMap((item) => (classifyItem(item) !== null && item.file ? [item.file.contentId] : [])),
  )
  return files.filter(({ contentId }) => !contentIds.has(contentId))
}

function joinEntry({ entry, opIds, ...rest }: OutboxItem, next: EntryView): OutboxItem {
  const changes = { ...entry.changes }
  for (const [key, change] of Object.entries(next.changes)) {
    changes[key] = { old: changes[key] ? changes[key].old : change.old, new: change.new }
  }
  const kind = next.kind === 'delete' ? next.kind : entry.kind
  return {
    ...rest,
    entry: { ...entry, kind, changes, caption: entry.caption || next.caption },
    opIds: [...opIds, next.opId],
  }
}

/**
 * Small collections that fields of any book refer to, with the field that holds their records'
 * names.
 */
const nameFields = new Map(collectionNames.flatMap(listReferences).map(({ to, labelKey }) => [to, labelKey] as const))
const referencedCollections = [...nameFields.keys()]

export interface References {
  readonly nameOf: NameOf
  /** Records that a field may refer to, for choosing one. */
  readonly lists: Partial<CompleteLists>
}

/** The records that fields refer to, with their names. */
export function useReferences(): References {
  const lists: Partial<CompleteLists> = useCompleteLists(useOfflineCopy(), referencedCollections)
  const nameOf = useCallback<NameOf>(
    (collection, id) => {
      const referencedCollection = referencedCollections.find((name) => name === collection)
      const name =
        referencedCollection &&
        lists[referencedCollection]?.find((record) => record.id === id)?.[
          nameFields.get(referencedCollection) ?? 'name'
        ]
      return typeof name === 'string' ? name : undefined
    },
    [lists],
  )
  return { nameOf, lists }
}
