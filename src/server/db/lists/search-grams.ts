import { compileSearch } from '#domain/search-text.ts'

/**
 * Pairs of neighbouring characters, hashed to smallint, of a stored search text. They are what the search index holds. Trigrams (pg_trgm) would not do: most
 * Korean search words have two syllables, and a word of two syllables has no trigram, so that every such search would read the whole table.
 */
export function gramsOf(searchText: string): number[] {
  const grams = new Set<number>()
  for (let at = 1; at < searchText.length; at += 1) {
    const [left, right] = [searchText.charCodeAt(at - 1), searchText.charCodeAt(at)]
    if (left > 32 && right > 32) grams.add(gramOf(left, right))
  }
  return [...grams]
}

/** Pairs that rows found by an alternative of a word must hold: all of `all`, and one of `some` unless that is empty. */
export interface NeededGrams {
  readonly all: readonly number[]
  readonly some: readonly number[]
}

/**
 * What the index can be asked for one search word, by alternative (any of them may match). Null when it can say nothing: a single character, or an alternative
 * that begins like one. The rows it answers still have to be checked: pairs may stand apart, and two pairs may share a hash.
 */
export function gramsNeeded(word: string): NeededGrams[] | null {
  const [alternatives = []] = compileSearch(word).words
  const needed = alternatives.map(({ text, ends, pattern }) => {
    const last = text.charCodeAt(text.length - 1)
    const few = ends.reduce((sum, [from, to]) => sum + to - from + 1, 0) <= mostEndings
    const some = text !== '' && few ? ends.flatMap(([from, to]) => endingsAfter(last, from, to)) : []
    return { all: pattern ? [] : gramsOf(text), some: pattern ? [] : some }
  })
  return needed.length > 0 && needed.every(({ all, some }) => all.length + some.length > 0) ? needed : null
}

/** A half-typed syllable can become 28; an initial alone 588, which is more than is worth asking the index for. */
const mostEndings = 28

function endingsAfter(left: number, from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => gramOf(left, from + step))
}

function gramOf(left: number, right: number): number {
  return ((Math.imul(left, 31_337) ^ right) << 16) >> 16
}
