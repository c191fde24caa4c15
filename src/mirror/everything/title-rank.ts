import { normaliseForSearch, type Search } from '#domain/text/search-text.ts'
import { isWithin, type Alternative } from '../query/word-order.ts'

/** How well a title fits what was typed; less is better. */
export const titleRanks = { whole: 0, beginning: 1, word: 2, within: 3, elsewhere: 4 } as const

/** What was typed, ready to be held against titles. */
export interface RankedSearch {
  readonly search: Search
  /** As a title would have to read to be just that. */
  readonly whole: string
}

export function rankedSearch(text: string, search: Search): RankedSearch {
  return { search, whole: normaliseForSearch(text) }
}

/**
 * Ranks a title (its search text) by the best of the words: it is what was typed, begins with it, has a word that begins with it, holds it somewhere, or not at all: then another
 * field did.
 */
export function titleRank(title: string, { search, whole }: RankedSearch): number {
  let best: number = titleRanks.elsewhere
  for (const line of title.split('\n')) {
    if (line === whole && line !== '') return titleRanks.whole
    for (const alternative of search.words.flat()) {
      const at = placeOf(line, alternative)
      if (at !== -1) best = Math.min(best, rankAt(line, at))
    }
  }
  return best
}

function rankAt(line: string, at: number): number {
  if (at === 0) return titleRanks.beginning
  return line[at - 1] === ' ' ? titleRanks.word : titleRanks.within
}

/** Where the word stands first; -1: nowhere. */
function placeOf(line: string, { text, ends, pattern }: Alternative): number {
  if (pattern) return line.search(pattern)
  let at = line.indexOf(text)
  if (ends.length === 0) return at
  while (at !== -1 && at + text.length < line.length) {
    if (isWithin(ends, line.charCodeAt(at + text.length))) return at
    at = line.indexOf(text, at + 1)
  }
  return -1
}
