import { josa } from 'es-hangul'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { displayText } from '#app/ui/data-table/cells/cell-text.ts'
import { isSearched } from '#app/ui/data-table/columns/table-columns.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { FindList } from '#app/ui/fields/find-list.tsx'
import { Popover } from '#app/ui/overlays/popover.tsx'
import { captionOfRow } from '../record-book.ts'
import { searchHint } from '../screen/search-hint.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { useFoundRecords, type SearchedBook } from './use-found-records.ts'

interface FindRecordProps {
  screen: ScreenState
  onFound(row: SourceRow): void
}

/**
 * Search button of the detail panel. Finds any record of the book in the offline copy, regardless
 * of the list's filters; Enter opens the first result.
 */
export function FindRecord({ screen, onFound }: FindRecordProps) {
  const [isOpen, setOpen] = useState(false)
  const label = `다른 ${screen.book.description.noun} 찾기`
  return (
    <Popover
      title={label}
      width="wide"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label={label} icon={<Search size={18} strokeWidth={1.5} />} />}
    >
      <RecordFinder
        searched={screen}
        onFound={(row) => {
          setOpen(false)
          onFound(row)
        }}
      />
    </Popover>
  )
}

interface RecordFinderProps {
  searched: Searched
  onFound(row: SourceRow): void
}

type Searched = SearchedBook & Pick<ScreenState, 'columns'>

/** A search box over the records of a book, with the results below. */
export function RecordFinder({ searched, onFound }: RecordFinderProps) {
  const { book } = searched
  const [text, setText] = useState('')
  const found = useFoundRecords(searched, text)
  const { noun } = book.description
  return (
    <FindList
      label={`${noun} 검색`}
      placeholder={searchHint(book.description)}
      text={text}
      onText={setText}
      found={(found?.rows ?? []).map((row) => ({
        key: row.id,
        label: captionOfRow(book, row),
        note: moreOf(searched, row),
      }))}
      said={saidOf(noun, found)}
      onFound={(id) => {
        // Ignore results of an earlier search; Enter refers to the text as typed now.
        const row = found?.search === text.trim() ? found.rows.find((one) => one.id === id) : undefined
        if (row) onFound(row)
      }}
    />
  )
}

/** The status line below the results. */
function saidOf(noun: string, found: ReturnType<typeof useFoundRecords>): string {
  if (!found) return ''
  if (found.total === 0) return `찾는 ${josa(noun, '이/가')} 없습니다.`
  const more = found.total - found.rows.length
  return more > 0 ? `외 ${more.toLocaleString('ko-KR')}건은 더 입력하면 나옵니다.` : ''
}

/** Values of the record's other searchable fields, to tell records with equal captions apart. */
function moreOf({ book, columns }: Searched, row: SourceRow): string {
  const caption = captionOfRow(book, row)
  const texts = columns.filter(isSearched).map((column) => displayText(column, row))
  return texts.filter((text) => text !== '' && !caption.includes(text)).join(' · ')
}
