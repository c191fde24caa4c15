import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { EntryView } from '#mirror/offline-copy.ts'
import { needsAttention } from '#mirror/outbox/stored-entry.ts'

export type OutboxSection = 'waiting' | 'sending' | 'attention'

/** Section of an entry; null when the server has confirmed it and only the next pull is missing. */
export function classifyEntry(entry: Pick<EntryView, 'state'>): OutboxSection | null {
  if (needsAttention(entry)) return 'attention'
  if (entry.state === 'acked') return null
  return entry.state === 'sending' ? 'sending' : 'waiting'
}

/**
 * Fields of an edit that mean something to a user, without those set by the server or by a file.
 */
export function listChangedFields({ collection, changes }: Pick<EntryView, 'collection' | 'changes'>): Field[] {
  return Object.keys(changes).flatMap((key) => {
    const field = findField(collection, key)
    return field && field.editable !== false && field.isFixed !== true ? [field] : []
  })
}

export function findField(collection: CollectionName, key: string): Field | undefined {
  return mirroredCollections[collection].fields.find((field) => field.key === key)
}
