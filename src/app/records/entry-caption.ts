import { mirroredCollections } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { OfflineCopy, OutboxEntry } from '#mirror/offline-copy.ts'

/**
 * Name of an entry's record: from the entry itself, otherwise from this device; empty if neither
 * knows it.
 */
export async function captionOfEntry(copy: Pick<OfflineCopy, 'getRow'>, entry: OutboxEntry): Promise<string> {
  if (entry.caption) return entry.caption
  const row = await copy.getRow(entry.collection, entry.recordId)
  return (row && knownName(row, entry.collection)) || nameBefore(entry)
}

/** A deleted record still has the name the entry wanted to change. */
export function nameBefore(entry: OutboxEntry): string {
  for (const field of mirroredCollections[entry.collection].fields) {
    const old = 'searched' in field ? entry.changes[field.key]?.old : null
    if (typeof old === 'string' && old !== '') return old
  }
  return ''
}

/**
 * The record's first searched text, as last confirmed by the server, so that a renamed record keeps
 * its known name.
 */
function knownName(row: SourceRow, collection: OutboxEntry['collection']): string {
  for (const field of mirroredCollections[collection].fields) {
    if (!('searched' in field) || field.kind !== 'text') continue
    const value = row.marks[field.key]?.confirmed ?? row.record[field.key]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}
