import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { readRecentRecords, useRecentRows } from '#app/records/detail/recent-records.ts'
import { useAuditSearch } from '#app/records/offline-copy/use-audit-view.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useSession } from '#app/session/session-store.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { isImeKey } from '#app/ui/composition.ts'
import { FoundText } from '#app/ui/data-table/cells/found-text.tsx'
import { useMediaQuery } from '#app/ui/use-media-query.ts'
import { containsResidentNumber } from '#contract/numbers/resident-number.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatReadingNote, pickParticle } from '#domain/text/forgiving-search.ts'
import { createMatchFinder } from '#domain/text/match-ranges.ts'
import type { GlobalSearchResult } from '#mirror/global-search/global-search.ts'
import type { Command } from '../account-commands.tsx'
import { listNavGroups } from '../nav-entries.tsx'
import { listScreenParts } from './screen-parts.ts'
import { buildSearchGroups } from './search-groups.tsx'
import type { SearchGroup, SearchLine } from './search-lines.tsx'
import { shortenAroundMatches } from './shorten-around-matches.ts'

/** Records shown per book; its list has the others. */
const maxPerBook = 5

/**
 * What this device finds for a text. Keeps the last results while the next ones load; an empty text
 * prepares the search for the first letter.
 */
function useGlobalSearch(text: string): GlobalSearchResult | null {
  const copy = useOfflineCopy()
  useAuditSearch(copy, text)
  const [found, setFound] = useState<GlobalSearchResult | null>(null)
  useEffect(() => {
    const recent = readRecentRecords(copy.userId)
    return copy.watchGlobalSearch({ text, limit: maxPerBook, recent }, setFound)
  }, [copy, text])
  return found
}

interface SearchDialogProps {
  fieldRef: RefObject<HTMLInputElement | null>
  commands: readonly Command[]
  onClose(): void
  /** Opens 삭제한 기록 with this text. */
  onFindDeleted(text: string): void
  /** `inNewTab`: open in a new tab. */
  onChosen(line: SearchLine, inNewTab: boolean): void
}

/**
 * Global search over records, screens and commands. Enter opens the highlighted line, or the first
 * one.
 */
export function SearchDialog(props: SearchDialogProps) {
  const { fieldRef, onClose } = props
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-veil" />
        <Dialog.Popup
          aria-label="모두 찾기"
          data-keeps-edit
          initialFocus={fieldRef}
          className="float-in fixed inset-x-4 top-[10dvh] z-50 mx-auto flex max-h-[80dvh] max-w-[680px] flex-col overflow-hidden rounded-panel border bg-paper-raised text-ink shadow-float max-sm:inset-0 max-sm:max-h-none max-sm:rounded-none max-sm:border-0"
        >
          <SearchField {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function SearchField({ fieldRef, commands, onClose, onFindDeleted, onChosen }: SearchDialogProps) {
  const [text, setText] = useState('')
  const { groups, statusText, isSettled } = useSearchGroups(text, { commands, onFindDeleted })
  const { onHighlight, onEnter, choose } = useChooseLine({ text, groups, isSettled, onChosen })
  const statusId = useId()
  function onKeyDown(event: KeyboardEvent & { preventBaseUIHandler(): void }) {
    // The Enter that ends a syllable must not open a line; in WebKit it arrives after the
    // composition has ended.
    if (isImeKey(event)) return event.preventBaseUIHandler()
    if (event.key !== 'Enter') return
    event.preventBaseUIHandler()
    event.preventDefault()
    if (!event.repeat) onEnter(event.ctrlKey || event.metaKey)
  }
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={groups}
      value={text}
      onValueChange={setText}
      onItemHighlighted={onHighlight}
      itemToStringValue={(line: SearchLine) => line.label}
    >
      <div className="flex items-center gap-2 border-b py-1 pr-2 pl-4 focus-within:border-primary">
        <Search size={18} strokeWidth={1.5} aria-hidden className="shrink-0 text-ink-3" />
        <Autocomplete.Input
          ref={fieldRef}
          aria-label="기록, 화면, 명령 찾기"
          aria-describedby={statusId}
          placeholder="이름, 주소, 번호, 초성, 화면"
          autoComplete="off"
          // Base UI isn't notified while a syllable is composed; the search follows every 자모.
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent text-[16px] outline-none"
        />
        <IconButton label="닫기" icon={<X size={18} strokeWidth={1.5} />} onClick={onClose} />
      </div>
      <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 data-[empty]:hidden">
        {(group: SearchGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="pb-2 last:pb-0">
            <Autocomplete.GroupLabel className="px-3 py-1 text-label font-semibold text-ink-3">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(line: SearchLine) => <FoundLine key={line.key} line={line} onChosen={choose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <p id={statusId} role="status" className="border-t px-4 py-2 text-label text-ink-2 empty:hidden">
        {statusText}
      </p>
    </Autocomplete.Root>
  )
}

/** The list for a text. Never searches for a resident number. */
function useSearchGroups(
  text: string,
  { commands, onFindDeleted }: Pick<SearchDialogProps, 'commands' | 'onFindDeleted'>,
) {
  const typed = text.trim()
  const isNumber = containsResidentNumber(typed)
  const found = useGlobalSearch(isNumber ? '' : text)
  const recent = useRecentRows()
  const isOnline = useSyncStatus().connection !== 'offline'
  const { user } = useSession()
  const groups = useMemo(
    () =>
      isNumber
        ? []
        : buildSearchGroups(typed, {
            places: listNavGroups(user),
            screenParts: listScreenParts(user),
            commands,
            recent,
            found,
            onFindDeleted: isOnline ? onFindDeleted : null,
          }),
    [isNumber, typed, user, commands, recent, found, isOnline, onFindDeleted],
  )
  const lineCount = groups.reduce((sum, { items }) => sum + items.length, 0)
  const statusText = useLastStatusText(isNumber ? noNumbersText : describeSearch(typed, found, lineCount))
  return { groups, statusText, isSettled: isNumber || found?.text === text }
}

function useLastStatusText(statusText: string | null): string {
  const [last, setLast] = useState('')
  if (statusText !== null && statusText !== last) setLast(statusText)
  return statusText ?? last
}

interface FoundLineProps {
  line: SearchLine
  onChosen(line: SearchLine, inNewTab: boolean): void
}

/** One line of the list, with the found text highlighted. */
function FoundLine({ line, onChosen }: FoundLineProps) {
  const isPhone = useMediaQuery('(width < 40rem)')
  return (
    <Autocomplete.Item
      value={line}
      onClick={(event) => onChosen(line, event.ctrlKey || event.metaKey)}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-control px-3 py-1.5 select-none data-[highlighted]:bg-primary-wash coarse:min-h-11"
    >
      <span className="shrink-0 text-ink-3">{line.icon}</span>
      <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-sm:flex-col">
        <span className="max-w-full shrink-0 truncate font-medium">
          <Marked text={line.label} by={line.marked} />
        </span>
        <span className="min-w-0 max-w-full text-label text-ink-2 empty:hidden max-sm:line-clamp-2 sm:truncate">
          <Marked text={line.note} by={line.marked} maxLength={isPhone ? phoneNoteLength : undefined} />
        </span>
      </span>
    </Autocomplete.Item>
  )
}

/** Characters of a note that its two lines on a phone show in any case. */
const phoneNoteLength = 40

interface MarkedProps {
  text: string
  by: string
  /** Longer texts are cut, so that what was found is visible. */
  maxLength?: number | undefined
}

function Marked({ text, by, maxLength = Infinity }: MarkedProps) {
  const found = shortenAroundMatches(text, createMatchFinder(by)?.(text) ?? [], maxLength)
  if (found.matches.length === 0) return text
  return <FoundText text={found.text} found={found.matches.map((match) => match.join('-')).join()} />
}

interface LineChoiceOptions {
  text: string
  groups: readonly SearchGroup[]
  /** The list is complete for this text. */
  isSettled: boolean
  /** `inNewTab`: open in a new tab. */
  onChosen(line: SearchLine, inNewTab: boolean): void
}

/**
 * Decides which line to open. Enter means the typed text, never the results of an earlier one:
 * pressed before the results arrive, it waits and then opens the first line.
 */
function useChooseLine({ text, groups, isSettled, onChosen }: LineChoiceOptions) {
  const highlightedLine = useRef<SearchLine | undefined>(undefined)
  const pendingEnter = useRef<{ text: string; inNewTab: boolean } | null>(null)
  const lines = groups.flatMap(({ items }) => items)
  const matchesText = ({ foundBy }: SearchLine) => foundBy === null || foundBy === text
  const [first] = lines
  useEffect(() => {
    const request = pendingEnter.current
    if (!request || !isSettled) return
    pendingEnter.current = null
    if (request.text === text && first) onChosen(first, request.inNewTab)
  }, [isSettled, text, first, onChosen])
  return {
    onHighlight: (line: SearchLine | undefined) => void (highlightedLine.current = line),
    choose: (line: SearchLine, inNewTab: boolean) => {
      if (matchesText(line)) onChosen(line, inNewTab)
    },
    onEnter: (inNewTab: boolean) => {
      const line = lines.find(({ key }) => key === highlightedLine.current?.key) ?? first
      if (line && matchesText(line)) onChosen(line, inNewTab)
      else if (!isSettled) pendingEnter.current = { text, inNewTab }
    },
  }
}

/**
 * Status text below the list: the number of results, how the keys were read, and what may be
 * missing. Null while another text is being searched; the last status then stays.
 */
export function describeSearch(typed: string, found: GlobalSearchResult | null, lineCount: number): string | null {
  if (typed === '') return found?.lacks === 'coming' ? comingText : ''
  if (found?.text.trim() !== typed) return null
  return [describeReading(found), countText(found, lineCount), describeLack(found)]
    .filter((text) => text !== '')
    .join(' ')
}

/** Shown instead of results, because the search never looks for a resident number. */
const noNumbersText = '주민등록번호로는 검색할 수 없습니다.'

const comingText = '자료를 불러오는 중입니다.'

const lackTexts = {
  coming: comingText,
  absent: '이 기기에 아직 내려받지 않은 자료는 찾지 못합니다.',
  unheld: '이 기기에 두지 않은 업무의 자료는 찾지 않습니다.',
} satisfies Record<NonNullable<GlobalSearchResult['lacks']>, string>

function describeReading({ text, reading }: GlobalSearchResult): string {
  if (!reading) return ''
  return reading.isAlone
    ? formatReadingNote(text, reading.text)
    : `'${reading.text.trim()}'${pickParticle(reading.text.trim(), '으로/로')}도 찾았습니다.`
}

function countText({ books }: GlobalSearchResult, lineCount: number): string {
  const count = books.reduce((sum, book) => sum + book.count, 0)
  if (count > 0) return `기록 ${formatNumber(count)}건`
  return lineCount === 0 ? '찾은 것이 없습니다.' : '찾은 기록이 없습니다.'
}

function describeLack({ lacks }: GlobalSearchResult): string {
  if (lacks === null) return ''
  return lackTexts[lacks]
}
