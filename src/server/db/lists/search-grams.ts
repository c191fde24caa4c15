import { compileSearch } from '#domain/text/search-text.ts'

/**
 * The content of the search index: characters and pairs of neighboring characters of a search
 * text, hashed to smallint. Trigrams (pg_trgm) do not work here: most Korean search words have one
 * or two syllables and so no trigram, and every such search would read the whole table.
 */
export function listGrams(searchText: string): number[] {
  const grams = new Set<number>()
  let previous = 0
  for (let index = 0; index < searchText.length; index += 1) {
    const right = searchText.charCodeAt(index)
    if (isPrintable(right)) {
      grams.add(hashGram(0, right))
      if (isPrintable(previous)) grams.add(hashGram(previous, right))
    }
    previous = right
  }
  return [...grams]
}

/**
 * Grams a row must contain to match one alternative of a word: all of `all`, and at least one of
 * `some` unless that is empty.
 */
interface NeededGrams {
  readonly all: readonly number[]
  readonly some: readonly number[]
}

/**
 * The index query for one search word, per alternative (any may match). Null when the index cannot
 * narrow one of them. Matching rows still have to be checked: pairs may be apart, and two may share
 * a hash.
 */
export function listNeededGrams(word: string): NeededGrams[] | null {
  const [alternatives = []] = compileSearch(word).words
  const needed = alternatives.map(({ text, ends, pattern, spelling }) => {
    // The text between these characters is unknown.
    if (spelling) return { all: [...spelling.characters].flatMap(extractGrams), some: [] }
    // Inside a word, an initial consonant stands for all syllables that begin with it, so only the
    // parts between are known.
    const pieces = pattern ? text.split(/[ㄱ-ㅎ]/) : [text]
    const last = pieces.at(-1) ?? ''
    const isFew = ends.reduce((sum, [from, to]) => sum + to - from + 1, 0) <= maxEndings
    const some = isFew ? listEndingGrams(last, ends) : []
    const isInEndings = some.length > 0 && last.length === 1
    return { all: (isInEndings ? pieces.slice(0, -1) : pieces).flatMap(extractGrams), some }
  })
  return needed.length > 0 && needed.every(({ all, some }) => all.length + some.length > 0) ? needed : null
}

/** A half-typed syllable has 28 completions; an initial alone has 588, too many for the index. */
const maxEndings = 28

/** Pairs are more selective than the characters they consist of. */
function extractGrams(piece: string): number[] {
  const codes = Array.from({ length: piece.length }, (_, index) => piece.charCodeAt(index))
  const isPaired = (index: number) => isPrintable(codes[index] ?? 0) && isPrintable(codes[index + 1] ?? 0)
  return codes.flatMap((code, index) => {
    if (isPaired(index)) return [hashGram(code, codes[index + 1] ?? 0)]
    return isPrintable(code) && !isPaired(index - 1) ? [hashGram(0, code)] : []
  })
}

function listEndingGrams(piece: string, ends: readonly (readonly [number, number])[]): number[] {
  const last = piece.length > 0 ? piece.charCodeAt(piece.length - 1) : 0
  const previous = isPrintable(last) ? last : 0
  return ends.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, step) => hashGram(previous, from + step)),
  )
}

/** Excludes whitespace and control characters. */
function isPrintable(code: number): boolean {
  return code > 32
}

/** A single character counts as a pair with nothing before it. */
function hashGram(previous: number, right: number): number {
  return ((Math.imul(previous, 31_337) ^ right) << 16) >> 16
}
