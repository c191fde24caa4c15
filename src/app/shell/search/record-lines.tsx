import { ArrowRight, FileText } from 'lucide-react'
import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import type { RecentRow } from '#app/records/detail/use-recent-rows.ts'
import type { FoundEverything, FoundInBook, FoundRecord } from '#mirror/everything/found-everything.ts'
import { recordNote } from './record-words.ts'
import type { Lead, SearchGroup, SearchLine } from './search-line.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Found records grouped by book, with a link to the book's list if it has more. */
export function recordGroups(found: FoundEverything): SearchGroup[] {
  const marked = found.reading ? `${found.text} ${found.reading.text}` : found.text
  return found.books.map((book) => ({
    value: `${bookOf(book.collection).label} ${book.count.toLocaleString('ko')}건`,
    items: [
      ...book.records.map((record) => recordLine(book.collection, record, { marked, foundBy: found.text })),
      ...moreLines(book, found),
    ],
  }))
}

/** Recently opened records. */
export function recentGroup(recent: readonly RecentRow[]): SearchGroup {
  const lines = recent.map(({ collection, row }) =>
    recordLine(collection, { row, whole: null }, { marked: '', foundBy: null }),
  )
  return {
    value: '최근에 연 기록',
    items: lines.map((line, at) => ({ ...line, note: [labelOf(recent[at]), line.note].filter(Boolean).join(' · ') })),
  }
}

function labelOf(recent: RecentRow | undefined): string {
  return recent ? bookOf(recent.collection).label : ''
}

/** A part opens the record it belongs to. */
function recordLine(
  collection: CollectionName,
  found: FoundRecord,
  by: Pick<SearchLine, 'marked' | 'foundBy'>,
): SearchLine {
  const shown = found.whole ?? { collection, row: found.row }
  return {
    key: `${collection}/${found.row.id}`,
    label: captionOfRow(recordBook(collection), found.row),
    note: recordNote(collection, found),
    icon: <FileText {...icon} />,
    ...by,
    does: leadOf(shown.collection, { open: shown.row.id }),
  }
}

/** Parts have no list of their own. */
function moreLines({ collection, count, records }: FoundInBook, { text, reading }: FoundEverything): SearchLine[] {
  const book = bookOf(collection)
  if (count <= records.length || book.isPart) return []
  return [
    {
      key: `${collection}/`,
      label: `${book.label}에서 모두 보기 (${count.toLocaleString('ko')})`,
      note: '',
      icon: <ArrowRight {...icon} />,
      marked: '',
      foundBy: text,
      does: leadOf(collection, { search: (reading?.isAlone ? reading.text : text).trim() }),
    },
  ]
}

/** Link to a book's list with these search parameters. */
export function leadOf(collection: CollectionName, params: Readonly<Record<string, string>>): Lead {
  const { screen } = bookOf(collection)
  return { to: screen.path, search: { ...screen.search, ...params } }
}
