import { useEffect, useState } from 'react'
import { useNoteSearched } from '#app/records/copy/use-note-asked.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { recentRecords } from '#app/records/detail/recent-records.ts'
import type { FoundEverything } from '#mirror/everything/found-everything.ts'

/** Of each book so many are shown; its list has the others. */
const shownOfBook = 5

/** What a text finds on this device. While another text is looked up the last answer stays; an empty text makes ready for the first letter. */
export function useEverything(text: string): FoundEverything | null {
  const copy = useOfflineCopy()
  useNoteSearched(copy, text)
  const [found, setFound] = useState<FoundEverything | null>(null)
  useEffect(() => {
    const recent = recentRecords(copy.userId)
    return copy.watchEverything({ text, limit: shownOfBook, recent }, setFound)
  }, [copy, text])
  return found
}
