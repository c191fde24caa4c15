import { josa } from 'es-hangul'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { formatCellText } from '#app/ui/data-table/cells/cell-text.ts'
import { isSearched } from '#app/ui/data-table/columns/table-columns.ts'
import { FindList } from '#app/ui/fields/find-list.tsx'
import { Popover } from '#app/ui/overlays/popover.tsx'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { useSearchTrail } from '../offline-copy/use-trail-view.ts'
import { getRowCaption } from '../record-book.ts'
import { getSearchHint } from '../screen/table-query.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'

interface FindRecordButtonProps {
  screen: ScreenState
  onChoose(row: SourceRow): void
}

/**
 * Search button of the detail panel. Finds any record of the book in the offline copy, regardless
 * of the list's filters; Enter opens the first result.
 */
export function FindRecordButton({ screen, onChoose }: FindRecordButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const label = `다른 ${screen.book.noun} 찾기`
  return (
    <Popover
      title={label}
      width="wide"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<IconButton label={label} icon={<Search size={18} strokeWidth={1.5} />} />}
    >
      <RecordFinder
        searched={screen}
        onChoose={(row) => {
          setIsOpen(false)
          onChoose(row)
        }}
      />
    </Popover>
  )
}

interface RecordFinderProps {
  searched: SearchTarget
  onChoose(row: SourceRow): void
}

type SearchTarget = SearchedBook & Pick<ScreenState, 'columns'>

/** A search box over the records of a book, with the results below. */
export function RecordFinder({ searched, onChoose }: RecordFinderProps) {
  const { book } = searched
  const [text, setText] = useState('')
  const results = useRecordSearch(searched, text)
  const { noun } = book
  return (
    <FindList
      label={`${noun} 검색`}
      placeholder={getSearchHint(book)}
      text={text}
      onText={setText}
      results={(results?.rows ?? []).map((row) => ({
        key: row.id,
        label: getRowCaption(book, row),
        note: formatOtherValues(searched, row),
      }))}
      status={describeResult(noun, results)}
      onChoose={(id) => {
        // Enter means the typed text, never the results of an earlier one.
        const row = results?.search === text.trim() ? results.rows.find((candidate) => candidate.id === id) : undefined
        if (row) onChoose(row)
      }}
    />
  )
}

function describeResult(noun: string, results: ReturnType<typeof useRecordSearch>): string {
  if (!results) return ''
  if (results.total === 0) return `찾는 ${josa(noun, '이/가')} 없습니다.`
  const more = results.total - results.rows.length
  return more > 0 ? `외 ${formatNumber(more)}건은 더 입력하면 나옵니다.` : ''
}

/** Values of the record's other searchable fields, to tell records with equal captions apart. */
function formatOtherValues({ book, columns }: SearchTarget, row: SourceRow): string {
  const caption = getRowCaption(book, row)
  const texts = columns.filter(isSearched).map((column) => formatCellText(column, row))
  return texts.filter((text) => text !== '' && !caption.includes(text)).join(' · ')
}

/** The book to search, with the order of the results. */
type SearchedBook = Pick<ScreenState, 'copy' | 'book' | 'query'>

/** Number of results offered; typing more finds the others. */
const maxResults = 20

interface SearchResults {
  readonly rows: readonly SourceRow[]
  readonly total: number
  /** The text that found them; they stay visible while another text is searched. */
  readonly search: string
}

/**
 * The first records of the book that match a text, in the order of its list; null without a text.
 * Keeps the last result until the next arrives.
 */
function useRecordSearch({ copy, book, query }: SearchedBook, text: string): SearchResults | null {
  const [results, setResults] = useState<SearchResults | null>(null)
  const { collection } = book
  const search = text.trim()
  const { sort } = query
  useSearchTrail(copy, search, collection)
  useEffect(() => {
    if (search === '') return
    const source = copy.openRows(collection, { filters: [], search, sort })
    function refresh() {
      const { status, total } = source.getState()
      const count = Math.min(total, maxResults)
      source.ensureRange(0, maxResults - 1)
      const rows = Array.from({ length: count }, (_, index) => source.rowAt(index)).filter((row) => row !== undefined)
      if (status === 'ready' && rows.length === count) setResults({ rows, total, search })
    }
    const stop = source.subscribe(refresh)
    refresh()
    return () => {
      stop()
      source.close()
    }
  }, [copy, collection, search, sort])
  return search === '' ? null : results
}
