import { useEffect, useState } from 'react'
import { mirroredCollections } from '#contract/records/collections.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { OutboxEntry } from '#mirror/offline-copy.ts'
import { useOfflineCopy } from '../../session/offline-copy.tsx'

/** Whose record an entry is about: what the entry says itself, else what this device knows of the record. */
export function useCaption(entry: OutboxEntry): string {
  const copy = useOfflineCopy()
  const [known, setKnown] = useState('')
  const { collection, recordId, caption } = entry
  useEffect(() => {
    if (caption) return
    let isGone = false
    void copy.getRow(collection, recordId).then((row) => !isGone && row && setKnown(captionOf(row, collection)))
    return () => {
      isGone = true
    }
  }, [copy, collection, recordId, caption])
  return caption || known || oldName(entry) || `이름을 알 수 없는 ${mirroredCollections[collection].label} 항목`
}

/** A record that is gone still has the name that the entry wanted to change. */
function oldName(entry: OutboxEntry): string {
  for (const field of mirroredCollections[entry.collection].fields) {
    const old = 'searched' in field ? entry.changes[field.key]?.old : null
    if (typeof old === 'string' && old !== '') return old
  }
  return ''
}

/** The first words people search the record by, as the server last confirmed them, so that a renamed record keeps its known name. */
function captionOf(row: SourceRow, collection: OutboxEntry['collection']): string {
  for (const field of mirroredCollections[collection].fields) {
    if (!('searched' in field) || field.kind !== 'text') continue
    const value = row.marks[field.key]?.confirmed ?? row.record[field.key]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}
