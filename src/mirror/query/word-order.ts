import type { Search } from '#domain/text/search-text.ts'

/** One word of a compiled query: the ways in which it can match. */
export type Word = Search['words'][number]
export type Alternative = Word[number]

/**
 * True when whatever the first word finds is also found by the second, so that typing on needs to look only at what stood there before. Not simply a question
 * of the typed text: 소 also finds 솔빛, but 손 does not find 소나, and 주식회 finds nothing that 주식회사 does. Words with several ways to match, or with
 * consonants inside, answer false.
 */
export function isNarrowerWord(narrow: Word, wide: Word): boolean {
  const [inner, ...innerRest] = narrow
  const [outer, ...outerRest] = wide
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
