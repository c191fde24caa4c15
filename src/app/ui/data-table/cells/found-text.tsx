import type { MatchRanges } from '#domain/text/match-ranges.ts'
import { isSearched } from '../columns/table-columns.ts'
import type { Column } from '../data-table-props.ts'

export type MatchFinder = ((text: string) => MatchRanges) | null

/**
 * Positions of the search matches in a cell's text, such as `0-2,5-7`; a string, so an unchanged
 * cell isn't rendered again.
 */
export function matchRanges(column: Column, text: string, finder: MatchFinder): string {
  if (!finder || text === '' || !isSearched(column)) return ''
  return finder(text)
    .map((match) => match.join('-'))
    .join()
}

/** Text with its search matches highlighted. */
export function FoundText({ text, found }: { text: string; found: string }) {
  const matches = found.split(',').map((match) => match.split('-').map(Number))
  return matches.flatMap(([from = 0, to = 0], index) => [
    text.slice(matches[index - 1]?.[1] ?? 0, from),
    <mark key={from} className="rounded-[2px] bg-warn-wash text-inherit shadow-[inset_0_-1px_0_var(--warn)]">
      {text.slice(from, to)}
    </mark>,
    index === matches.length - 1 ? text.slice(to) : '',
  ])
}
