import { normaliseForSearch, type Search } from '#domain/text/search-text.ts'
import { isWithin, type Alternative } from '../query/word-order.ts'

/** How well a title fits the typed text; lower is better. */
export const titleRanks = { exact: 0, beginning: 1, word: 2, within: 3, elsewhere: 4 } as const

/** A search prepared for ranking titles. */
export interface RankedSearch {
  readonly search: Search
  /** The normalised text that an exactly matching title would have. */
  readonly exact: string
}

export function rankedSearch(text: string, search: Search): RankedSearch {
  return { search, exact: normaliseForSearch(text) }
}

/**
 * Ranks a title (its search text) by its best word: exact match, prefix, word start, substring, or
 * `elsewhere` when only another field matched. A substring counts only when the title has all
 * words: the `14` of `달빛로 14` is inside many lot numbers.
 */
export function titleRank(title: string, { search, exact }: RankedSearch): number {
  const lines = title.split('\n')
  if (exact !== '' && lines.includes(exact)) return titleRanks.exact
  const ranks = search.words.map((alternatives) => wordRank(lines, alternatives))
  const best = Math.min(titleRanks.elsewhere, ...ranks)
  const hasAll = ranks.every((rank) => rank !== titleRanks.elsewhere)
  return best === titleRanks.within && !hasAll ? titleRanks.elsewhere : best
}

function wordRank(lines: readonly string[], alternatives: readonly Alternative[]): number {
  let best: number = titleRanks.elsewhere
  for (const line of lines) {
    for (const alternative of alternatives) {
      const at = positionOf(line, alternative)
      if (at !== -1) best = Math.min(best, rankAt(line, at))
    }
  }
  return best
}

function rankAt(line: string, at: number): number {
  if (at === 0) return titleRanks.beginning
  return line[at - 1] === ' ' ? titleRanks.word : titleRanks.within
}

/** First position of the word; -1 when there is none. */
function positionOf(line: string, { text, ends, pattern }: Alternative): number {
  if (pattern) return line.search(pattern)
  let at = line.indexOf(text)
  if (ends.length === 0) return at
  while (at !== -1 && at + text.length < line.length) {
    if (isWithin(ends, line.charCodeAt(at + text.length))) return at
    at = line.indexOf(text, at + 1)
  }
  return -1
}
