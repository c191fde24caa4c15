import { compileSearch } from '#domain/text/search-text.ts'

/**
 * Characters, and pairs of neighbouring ones, hashed to smallint, of a stored search text. They are what the search index holds. Trigrams (pg_trgm) would not do: most
 * Korean search words have two syllables, many a single one, and neither has a trigram, so that every such search would read the whole table.
 */
export function gramsOf(searchText: string): number[] {
  const grams = new Set<number>()
  let left = 0
  for (let at = 0; at < searchText.length; at += 1) {
    const right = searchText.charCodeAt(at)
    if (isSign(right)) {
      grams.add(gramOf(0, right))
      if (isSign(left)) grams.add(gramOf(left, right))
    }
    left = right
  }
  return [...grams]
}

/** Grams that rows found by an alternative of a word must hold: all of `all`, and one of `some` unless that is empty. */
export interface NeededGrams {
  readonly all: readonly number[]
  readonly some: readonly number[]
}

/**
 * What the index can be asked for one search word, by alternative (any of them may match). Null when it can say nothing of one of them. The rows it answers still have
 * to be checked: pairs may stand apart, and two may share a hash.
 */
export function gramsNeeded(word: string): NeededGrams[] | null {
  const [alternatives = []] = compileSearch(word).words
  const needed = alternatives.map(({ text, ends, pattern, spelling }) => {
    // What stands between these characters is not known.
    if (spelling) return { all: [...spelling.characters].flatMap(gramsOfPiece), some: [] }
    // Inside a word a consonant stands for all syllables that begin with it: only what is between them is known.
    const pieces = pattern ? text.split(/[ㄱ-ㅎ]/) : [text]
    const last = pieces.at(-1) ?? ''
    const few = ends.reduce((sum, [from, to]) => sum + to - from + 1, 0) <= maxEndings
    const some = few ? endingsAfter(last, ends) : []
    const isInEndings = some.length > 0 && last.length === 1
    return { all: (isInEndings ? pieces.slice(0, -1) : pieces).flatMap(gramsOfPiece), some }
  })
  return needed.length > 0 && needed.every(({ all, some }) => all.length + some.length > 0) ? needed : null
}

/** A half-typed syllable can become 28; an initial alone 588, which is more than is worth asking the index for. */
const maxEndings = 28

/** Pairs say more than the characters that they are made of. */
function gramsOfPiece(piece: string): number[] {
  const codes = Array.from({ length: piece.length }, (_, at) => piece.charCodeAt(at))
  const isPaired = (at: number) => isSign(codes[at] ?? 0) && isSign(codes[at + 1] ?? 0)
  return codes.flatMap((code, at) => {
    if (isPaired(at)) return [gramOf(code, codes[at + 1] ?? 0)]
    return isSign(code) && !isPaired(at - 1) ? [gramOf(0, code)] : []
  })
}

function endingsAfter(piece: string, ends: readonly (readonly [number, number])[]): number[] {
  const last = piece.length > 0 ? piece.charCodeAt(piece.length - 1) : 0
  const left = isSign(last) ? last : 0
  return ends.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, step) => gramOf(left, from + step)))
}

/** Neither the space between words nor what controls a line. */
function isSign(code: number): boolean {
  return code > 32
}

/** A character alone is the pair of nothing and itself. */
function gramOf(left: number, right: number): number {
  return ((Math.imul(left, 31_337) ^ right) << 16) >> 16
}
