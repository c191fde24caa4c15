import { buildSearchPatterns, normalizeForSearch, toInitials } from './search-text.ts'

/** Ranges of a displayed text that a search found, in order; start included, end excluded. */
export type MatchRanges = readonly (readonly [number, number])[]

/**
 * Returns a function that finds a search's matches in a displayed text, including 초성, half-typed
 * syllables and the other keyboard layout; null for an empty search. If the positions of the search
 * text differ from the displayed ones (a company form in another spelling), only literal matches
 * are marked.
 */
export function createMatchFinder(query: string): ((text: string) => MatchRanges) | null {
  const patterns = buildSearchPatterns(query).map((pattern) => new RegExp(pattern, 'g'))
  if (patterns.length === 0) return null
  return (text) => {
    const normalizedText = normalizeIfAligned(text)
    const initials = toInitials(normalizedText)
    const lines = initials.length === normalizedText.length ? [normalizedText, initials] : [normalizedText]
    const ranges = patterns.flatMap((pattern) => lines.flatMap((line) => findRanges(line, pattern)))
    return ranges.length < 2 ? ranges : joinRanges(ranges)
  }
}

/**
 * The text as searched, if positions stay the same; otherwise only lower-cased, because shifted
 * marks would be wrong.
 */
function normalizeIfAligned(text: string): string {
  const words = normalizeForSearch(text)
  return words.length === text.length ? words : text.toLowerCase()
}

function findRanges(line: string, pattern: RegExp): [number, number][] {
  return [...line.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length])
}

function joinRanges(ranges: readonly (readonly [number, number])[]): MatchRanges {
  const all: [number, number][] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
