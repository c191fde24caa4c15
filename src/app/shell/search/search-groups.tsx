import { CornerDownRight } from 'lucide-react'
import type { RecentRow } from '#app/records/detail/recent-records.ts'
import { otherLayout, compileSearch, matchesSearch, searchText } from '#domain/text/search-text.ts'
import type { FoundEverything } from '#mirror/global-search/global-search.ts'
import type { PlaceGroup } from '../places.tsx'
import type { SearchCommand } from './commands.tsx'
import type { InnerScreen } from './inner-screens.ts'
import { recentGroup, recordGroups, type SearchGroup, type SearchLine } from './search-lines.tsx'

const innerIcon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

export interface SearchSources {
  readonly places: readonly PlaceGroup[]
  readonly inner: readonly InnerScreen[]
  readonly commands: readonly SearchCommand[]
  readonly recent: readonly RecentRow[]
  readonly found: FoundEverything | null
}

/**
 * Groups of the list. Without text: recently opened records and the screens. With text: matching
 * screens, parts of screens and commands, then the records of each book.
 */
export function searchGroups(
  typed: string,
  { places, inner, commands, recent, found }: SearchSources,
): readonly SearchGroup[] {
  const screens = places.flatMap((group) => group.places.map((place) => screenLine(group.group, place, typed)))
  if (typed === '') return dropEmpty([recentGroup(recent), { value: '화면', items: screens }])
  const isMeant = nameMatcher(typed)
  const names = [
    ...screens.filter(({ label, note }) => isMeant([label, note])),
    ...inner.filter(({ label, keywords }) => isMeant([label, ...keywords])).map((place) => innerLine(place, typed)),
    ...commands
      .filter(({ label, keywords }) => isMeant([label, ...keywords]))
      .map((command) => commandLine(command, typed)),
  ]
  return dropEmpty([{ value: '화면·명령', items: names }, ...(found && found.text !== '' ? recordGroups(found) : [])])
}

function dropEmpty(groups: readonly SearchGroup[]): readonly SearchGroup[] {
  return groups.filter(({ items }) => items.length > 0)
}

function screenLine(group: string, { path, label, icon }: PlaceGroup['places'][number], typed: string): SearchLine {
  return { key: path, label, note: group, icon, marked: typed, foundBy: null, does: { to: path } }
}

function innerLine({ label, note, lead }: InnerScreen, typed: string): SearchLine {
  return {
    key: `${note}/${label}`,
    label,
    note,
    icon: <CornerDownRight {...innerIcon} />,
    marked: typed,
    foundBy: null,
    does: lead,
  }
}

function commandLine({ label, icon, does }: SearchCommand, typed: string): SearchLine {
  return { key: label, label, note: '', icon, marked: typed, foundBy: null, does }
}

/**
 * Matches the typed text, in either keyboard layout and with or without spaces, against words of a
 * screen or command.
 */
function nameMatcher(typed: string): (keywords: readonly string[]) => boolean {
  const searches = [typed, otherLayout(typed) ?? typed].map((text) => compileSearch(text))
  return (keywords) => {
    const text = searchText([...keywords, ...keywords.map((word) => word.replaceAll(' ', ''))])
    return searches.some((search) => search.words.length > 0 && matchesSearch(text, search))
  }
}
