import { type RefObject, useEffect, useMemo, useState } from 'react'
import { readRecentRecords, useRecentRows } from '#app/records/detail/recent-records.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useSearchTrail } from '#app/records/offline-copy/use-trail-view.ts'
import { useSession } from '#app/session/session-store.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { containsResidentNumber } from '#contract/person-numbers/resident-number.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatReadingNote, pickParticle } from '#domain/text/forgiving-search.ts'
import type { GlobalSearchResult } from '#mirror/global-search/global-search.ts'
import type { Command } from '../account/account-commands.tsx'
import { listNavGroups } from '../staff-frame/nav-entries.tsx'
import { listScreenParts } from './screen-parts.ts'
import { buildSearchGroups } from './search-groups.tsx'
import type { SearchLine } from './search-lines.tsx'
import { SearchPanel } from './search-panel.tsx'

/** Records shown per book; its list has the others. */
const maxPerBook = 5

/**
 * What this device finds for a text. Keeps the last results while the next ones load; an empty text
 * prepares the search for the first letter.
 */
function useGlobalSearch(text: string): GlobalSearchResult | null {
  const copy = useOfflineCopy()
  useSearchTrail(copy, text)
  const [result, setFound] = useState<GlobalSearchResult | null>(null)
  useEffect(() => {
    const recent = readRecentRecords(copy.userId)
    return copy.watchGlobalSearch({ text, limit: maxPerBook, today: getOfficeToday(), recent }, setFound)
  }, [copy, text])
  return result
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

/** Global search over records, screens and commands. */
export function SearchDialog({ fieldRef, commands, onClose, onFindDeleted, onChosen }: SearchDialogProps) {
  const [text, setText] = useState('')
  return (
    <SearchPanel
      title="모두 찾기"
      fieldLabel="기록, 화면, 명령 찾기"
      placeholder="이름, 주소, 번호, 초성, 금액, 날짜, 화면"
      fieldRef={fieldRef}
      text={text}
      {...useSearchGroups(text, { commands, onFindDeleted })}
      onTextChange={setText}
      onClose={onClose}
      onChosen={onChosen}
    />
  )
}

/** The list for a text. Never searches for a resident number. */
function useSearchGroups(
  text: string,
  { commands, onFindDeleted }: Pick<SearchDialogProps, 'commands' | 'onFindDeleted'>,
) {
  const typed = text.trim()
  const isNumber = containsResidentNumber(typed)
  const result = useGlobalSearch(isNumber ? '' : text)
  const recent = useRecentRows()
  const isOnline = useSyncStatus().connection !== 'offline'
  const { user } = useSession()
  const groups = useMemo(
    () =>
      isNumber
        ? []
        : buildSearchGroups(typed, {
            navGroups: listNavGroups(user),
            screenParts: listScreenParts(user),
            commands,
            recent,
            result,
            onFindDeleted: isOnline ? onFindDeleted : null,
          }),
    [isNumber, typed, user, commands, recent, result, isOnline, onFindDeleted],
  )
  const lineCount = groups.reduce((sum, { items }) => sum + items.length, 0)
  const statusText = useLastStatusText(isNumber ? noNumbersText : describeSearch(typed, result, lineCount))
  return { groups, statusText, isSettled: isNumber || result?.text === text }
}

function useLastStatusText(statusText: string | null): string {
  const [last, setLast] = useState('')
  if (statusText !== null && statusText !== last) setLast(statusText)
  return statusText ?? last
}

/**
 * Status text below the list: the number of results, how the keys were read, and what may be
 * missing. Null while another text is being searched; the last status then stays.
 */
export function describeSearch(typed: string, result: GlobalSearchResult | null, lineCount: number): string | null {
  if (typed === '') return result?.lacks === 'coming' ? comingText : ''
  if (result?.text.trim() !== typed) return null
  return [describeReading(result), countText(result, lineCount), describeLack(result)]
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
