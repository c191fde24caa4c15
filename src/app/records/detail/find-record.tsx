import { Autocomplete } from '@base-ui/react/autocomplete'
import { josa } from 'es-hangul'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import { displayText } from '#app/ui/data-table/cells/cell-text.ts'
import { isSearched } from '#app/ui/data-table/columns/table-columns.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { inputClass } from '#app/ui/fields/text-field.tsx'
import { Popover } from '#app/ui/overlays/popover.tsx'
import { captionOfRow } from '../record-book.ts'
import { searchHint } from '../screen/search-hint.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { useFoundRecords } from './use-found-records.ts'

interface FindRecordProps {
  screen: ScreenState
  onFound(row: SourceRow): void
}

/** The panel's search (spec 2 §2 "Real-estate data tab"): any record of the book, whatever the list beside it is asked for, on the offline copy. Enter opens the first. */
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
      <Finder
        screen={screen}
        onFound={(row) => {
          setOpen(false)
          onFound(row)
        }}
      />
    </Popover>
  )
}

function Finder({ screen, onFound }: FindRecordProps) {
  const { book } = screen
  const [text, setText] = useState('')
  const found = useFoundRecords(screen, text)
  const hintId = useId()
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={found?.rows ?? none}
      value={text}
      onValueChange={setText}
      itemToStringValue={(row: SourceRow) => captionOfRow(book, row)}
    >
      <Autocomplete.Input
        aria-label={`${book.description.noun} 검색`}
        aria-describedby={hintId}
        placeholder={searchHint(book.description)}
        className={inputClass}
      />
      <p id={hintId} role="status" className="text-label text-ink-3 empty:hidden">
        {saidOf(book.description.noun, found)}
      </p>
      <Autocomplete.List className="-mx-1 max-h-72 overflow-y-auto data-[empty]:hidden">
        {(row: SourceRow) => (
          <Autocomplete.Item
            key={row.id}
            value={row}
            onClick={() => onFound(row)}
            className="flex cursor-default flex-col rounded-control px-2 py-1.5 select-none data-[highlighted]:bg-primary-wash coarse:py-3"
          >
            {captionOfRow(book, row)}
            <span className="text-label text-ink-3 empty:hidden">{moreOf(screen, row)}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

const none: readonly SourceRow[] = []

function saidOf(noun: string, found: ReturnType<typeof useFoundRecords>): string {
  if (!found) return ''
  if (found.total === 0) return `찾는 ${josa(noun, '이/가')} 없습니다.`
  const more = found.total - found.rows.length
  return more > 0 ? `외 ${more.toLocaleString('ko-KR')}건은 더 입력하면 나옵니다.` : ''
}

/** What else the search looked into, where the caption does not say it. */
function moreOf({ book, columns }: ScreenState, row: SourceRow): string {
  const caption = captionOfRow(book, row)
  const texts = columns.filter(isSearched).map((column) => displayText(column, row))
  return texts.filter((text) => text !== '' && !caption.includes(text)).join(' · ')
}
