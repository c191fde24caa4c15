import type { Search } from '#domain/text/search-text.ts'

/** One word of a compiled query: the ways in which it can match. */
export type Word = Search['words'][number]
export type Alternative = Word[number]

/**
 * True when the second word finds everything the first one finds, so that typing on only checks the
 * previous matches. Comparing the typed texts isn't enough: 소 also finds 솔빛, but 손 does not find
 * 소나, and 주식회 finds nothing that 주식회사 does. False for words with several ways to match or with
 * consonants inside.
 */
export function isNarrowerWord(narrow: Word, broad: Word): boolean {
  const [inner, ...innerRest] = narrow
  const [outer, ...outerRest] = broad
  if (!inner || !outer || innerRest.length > 0 || outerRest.length > 0) return false
  if (inner.pattern || outer.pattern || !inner.text.startsWith(outer.text)) return false
  if (outer.ends.length === 0) return true
  if (inner.text.length > outer.text.length) return isWithin(outer.ends, inner.text.charCodeAt(outer.text.length))
  return (
    inner.ends.length > 0 &&
    inner.ends.every(([from, to]) => outer.ends.some(([low, high]) => low <= from && to <= high))
  )
}

export function isWithin(ranges: Alternative['ends'], code: number): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to)
}
