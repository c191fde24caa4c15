import type { MatchRanges } from '#domain/text/match-ranges.ts'
import { isSearched } from '../columns/table-columns.ts'
import type { Column } from '../data-table-props.ts'

export type MatchFinder = ((text: string) => MatchRanges) | null

/**
 * Positions of the search matches in a cell's text, such as `0-2,5-7`; a string, so an unchanged
 * cell isn't rendered again.
 */
export function findMatchRanges(column: Column, text: string, finder: MatchFinder): string {
  if (!finder || text === '' || !isSearched(column)) return ''
  return finder(text)
    .map((match) => match.join('-'))
    .join()
}
