import { ArchiveRestore, CornerDownRight } from 'lucide-react'
import type { RecentRow } from '#app/records/detail/recent-records.ts'
import { buildSearchText, compileSearch, convertLayout, matchesSearch } from '#domain/text/search-text.ts'
import type { GlobalSearchResult } from '#mirror/global-search/global-search.ts'
import type { Command } from '../account/account-commands.tsx'
import type { NavGroup } from '../staff-frame/nav-entries.tsx'
import type { ScreenPart } from './screen-parts.ts'
import { buildRecentGroup, buildRecordGroups, type SearchGroup, type SearchLine } from './search-lines.tsx'

const innerIcon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

export interface SearchSources {
  readonly navGroups: readonly NavGroup[]
  readonly screenParts: readonly ScreenPart[]
  readonly commands: readonly Command[]
  readonly recent: readonly RecentRow[]
  readonly result: GlobalSearchResult | null
  /** Opens 삭제한 기록 with this text; null while the server can't be reached. */
  readonly onFindDeleted: ((text: string) => void) | null
}

/**
 * Groups of the list. Without text: recently opened records and the screens. With text: matching
 * screens, parts of screens and commands, then the records of each book. A text that finds no
 * record may be the name of a deleted one.
 */
export function buildSearchGroups(
  typed: string,
  { navGroups, screenParts, commands, recent, result, onFindDeleted }: SearchSources,
): readonly SearchGroup[] {
  const screens = navGroups.flatMap((group) => group.entries.map((place) => toScreenLine(group.group, place, typed)))
  if (typed === '') return dropEmpty([buildRecentGroup(recent), { value: '화면', items: screens }])
  const matchesName = createNameMatcher(typed)
  const names = [
    ...screens.filter(({ label, note }) => matchesName([label, note])),
    ...screenParts
      .filter(({ label, keywords }) => matchesName([label, ...keywords]))
      .map((place) => toScreenPartLine(place, typed)),
    ...commands
      .filter(({ label, keywords }) => matchesName([label, ...keywords]))
      .map((command) => toCommandLine(command, typed)),
  ]
  return dropEmpty([
    { value: '화면·명령', items: names },
    ...(result && result.text !== '' ? buildRecordGroups(result) : []),
    { value: '삭제한 기록', items: listDeletedLines(typed, { result, onFindDeleted }) },
  ])
}

function listDeletedLines(
  typed: string,
  { result, onFindDeleted }: Pick<SearchSources, 'result' | 'onFindDeleted'>,
): readonly SearchLine[] {
  const hasFoundNothing = result?.text.trim() === typed && result.books.length === 0 && result.lacks !== 'coming'
  if (!hasFoundNothing || !onFindDeleted) return []
  return [
    {
      key: 'deleted-records',
      label: `삭제한 기록에서 '${typed}' 찾기`,
      note: '',
      icon: <ArchiveRestore {...innerIcon} />,
      marked: '',
      foundBy: result.text,
      action: () => onFindDeleted(typed),
    },
  ]
}

function dropEmpty(groups: readonly SearchGroup[]): readonly SearchGroup[] {
  return groups.filter(({ items }) => items.length > 0)
}

function toScreenLine(group: string, { path, label, icon }: NavGroup['entries'][number], typed: string): SearchLine {
  return { key: path, label, note: group, icon, marked: typed, foundBy: null, action: { to: path } }
}

function toScreenPartLine({ label, note, target }: ScreenPart, typed: string): SearchLine {
  return {
    key: `${note}/${label}`,
    label,
    note,
    icon: <CornerDownRight {...innerIcon} />,
    marked: typed,
    foundBy: null,
    action: target,
  }
}

function toCommandLine({ label, icon, note = '', action }: Command, typed: string): SearchLine {
  return { key: label, label, note, icon, marked: typed, foundBy: null, action }
}

/**
 * Matches the typed text, in either keyboard layout and with or without spaces, against words of a
 * screen or command.
 */
function createNameMatcher(typed: string): (keywords: readonly string[]) => boolean {
  const searches = [typed, convertLayout(typed) ?? typed].map((text) => compileSearch(text))
  return (keywords) => {
    const text = buildSearchText([...keywords, ...keywords.map((word) => word.replaceAll(' ', ''))])
    return searches.some((search) => search.words.length > 0 && matchesSearch(text, search))
  }
}
