import { useEffect, useState } from 'react'
import { mirroredCollections } from '#contract/books/collections.ts'
import type { OutboxEntry } from '#mirror/offline-copy.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { captionOfEntry, nameBefore } from '#app/records/entry-caption.ts'
import { useLatest } from '../../ui/use-latest.ts'

/** Whose record an entry is about: what the entry says itself, else what this device knows of the record. */
export function useCaption(entry: OutboxEntry): string {
  const copy = useOfflineCopy()
  const [known, setKnown] = useState('')
  const entryNow = useLatest(entry)
  const { collection, caption } = entry
  useEffect(() => {
    if (caption) return
    let isGone = false
    void captionOfEntry(copy, entryNow()).then((found) => !isGone && setKnown(found))
    return () => {
      isGone = true
    }
  }, [copy, caption, entryNow])
  return caption || known || nameBefore(entry) || `이름을 알 수 없는 ${mirroredCollections[collection].label} 항목`
}
