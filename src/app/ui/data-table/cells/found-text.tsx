import type { MatchRanges } from '#domain/text/match-ranges.ts'
import { isSearched } from '../columns/table-columns.ts'
import type { Column } from '../data-table-props.ts'

export type PlaceFinder = ((text: string) => MatchRanges) | null

/**
 * Positions of the search matches in a cell's text, such as `0-2,5-7`; a string, so an unchanged
 * cell isn't rendered again.
 */
export function placesIn(column: Column, text: string, finder: PlaceFinder): string {
  if (!finder || text === '' || !isSearched(column)) return ''
  return finder(text)
    .map((place) => place.join('-'))
    .join()
}

/** Text with its search matches highlighted. */
export function FoundText({ text, found }: { text: string; found: string }) {
  const places = found.split(',').map((place) => place.split('-').map(Number))
  return places.flatMap(([from = 0, to = 0], at) => [
    text.slice(places[at - 1]?.[1] ?? 0, from),
    <mark key={from} className="rounded-[2px] bg-warn-wash text-inherit shadow-[inset_0_-1px_0_var(--warn)]">
      {text.slice(from, to)}
    </mark>,
    at === places.length - 1 ? text.slice(to) : '',
  ])
}
