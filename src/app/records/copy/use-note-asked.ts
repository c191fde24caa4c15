import { useEffect } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import { mirroredCollections } from '#contract/books/collections.ts'
import type { Book } from '#contract/books/field.ts'
import type { Query } from '#contract/query.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useLatest } from '#app/ui/use-latest.ts'

/** Letters on the way to a word are no question of their own. */
const restMs = 700

interface AskedList {
  readonly collection: CollectionName
  readonly query: Pick<Query, 'filters' | 'search'>
  /** How many records answer it, asked when it is written down. */
  total(): number
}

/** Writes a list or search that stood for a moment into the trail, once per question: scrolling, turning pages and sorting ask for nobody else. */
export function useNoteAsked({ seen }: OfflineCopy, { collection, query, total }: AskedList): void {
  const { filters, search } = query
  const question = JSON.stringify([filters, search.trim()])
  const totalNow = useLatest(total)
  useEffect(() => {
    const [asked, words] = JSON.parse(question) as [unknown[], string]
    const timer = setTimeout(() => {
      const about = {
        rows: totalNow()(),
        ...(words && { search: wordsKept(collection, words) }),
        ...(asked.length > 0 && { filters: JSON.stringify(asked) }),
      }
      seen.note({ act: words ? 'search' : 'list', collection, about })
    }, restMs)
    return () => clearTimeout(timer)
  }, [seen, collection, question, totalNow])
}

/** Writes the words of a search down that shows its findings beside a list, or of all books where no collection is named; empty words are none. */
export function useNoteSearched({ seen }: OfflineCopy, text: string, collection?: CollectionName): void {
  const words = text.trim()
  useEffect(() => {
    if (words === '') return
    const shown = collection
      ? { collection, about: { search: wordsKept(collection, words) } }
      : { about: { place: 'everything' as const, search: words } }
    const timer = setTimeout(() => seen.note({ act: 'search', ...shown }), restMs)
    return () => clearTimeout(timer)
  }, [seen, words, collection])
}

/** Who asked to be destroyed must not live on in the words of a search (as the server's own list has it). */
function wordsKept(collection: CollectionName, words: string): string {
  const book: Book = mirroredCollections[collection]
  return book.leavesNoCopy ? '검색함' : words
}
