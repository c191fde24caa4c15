import { disassemble } from 'es-hangul'
import { normaliseForSearch } from './search-text.ts'

/** The words of a body of texts, for finding the one that a mistyped word means. */
export interface Vocabulary {
  readonly words: readonly KnownWord[]
}

interface KnownWord {
  /** Each syllable as the text has it, a space before the first one of a further word. */
  readonly syllables: readonly string[]
  /** The keys that write each syllable. */
  readonly keys: readonly string[]
  /** The number of texts that have it. */
  readonly count: number
  /**
   * Syllables of its first word where it is made of several; a span within it is then known
   * already.
   */
  readonly first: number
}

/**
 * `close`: short texts, whose neighbouring words also count as one word. `loose`: long texts,
 * matched word by word.
 */
export function vocabularyOf(texts: readonly { readonly close: string; readonly loose: string }[]): Vocabulary {
  const counts = new Map<string, number>()
  for (const { close, loose } of texts) {
    const lines = normaliseLines(close)
    const neighbours = lines.flatMap((line) => neighboursIn(hangulIn(line)))
    for (const word of new Set([...lines.flatMap(hangulIn), ...hangulIn(loose), ...neighbours]))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return { words: [...counts].map(([word, count]) => toKnownWord(word, count)) }
}

/**
 * The part of a known word that a mistyped one means: one wrong, missing, doubled or swapped key,
 * from six syllables on two. Of several the least wrong one, then the most frequent. `minCount`:
 * the number of texts that must have it.
 */
export function nearestWord(typed: string, { words }: Vocabulary, minCount: number): string | null {
  const length = syllableCount(typed)
  if (length < minSyllables || typed.length > maxLength || !/^[가-힣ㄱ-ㅎㅏ-ㅣ]+$/.test(typed)) return null
  const limit = length < manySyllables ? 1 : 2
  const keys = keysOf(typed)
  const candidates = new Map<string, { edits: number; count: number }>()
  for (const word of words) {
    for (const { text, keys: known } of spansOf(word, length)) {
      const span = text.trim()
      if (Math.abs(known.length - keys.length) > limit || span.includes(typed)) continue
      const before = candidates.get(span)
      const edits = before?.edits ?? editsBetween(keys, known, limit)
      if (edits <= limit) candidates.set(span, { edits, count: (before?.count ?? 0) + word.count })
    }
  }
  const [best] = [...candidates]
    .filter(([, { count }]) => count >= minCount)
    .toSorted(([a, one], [b, other]) => one.edits - other.edits || other.count - one.count || a.length - b.length)
  return best?.[0] ?? null
}

/** Whether the texts have this word, alone or within another. */
export function isKnownWord(word: string, { words }: Vocabulary): boolean {
  return words.some(({ syllables }) => syllables.join('').includes(word))
}

export function syllableCount(text: string): number {
  return text.match(/[가-힣]/g)?.length ?? 0
}

const minSyllables = 3
const manySyllables = 6
/** What is longer is no word, and would take long to compare. */
const maxLength = 24

function normaliseLines(text: string): string[] {
  return text.split('\n').map(normaliseForSearch)
}

function hangulIn(text: string): string[] {
  return text.normalize('NFC').match(/[가-힣]+/g) ?? []
}

/** Two and three words in a row. */
function neighboursIn(words: readonly string[]): string[] {
  return words.flatMap((_, at) => [2, 3].flatMap((count) => joinedFrom(words, at, count)))
}

function joinedFrom(words: readonly string[], at: number, count: number): string[] {
  return at + count <= words.length ? [words.slice(at, at + count).join(' ')] : []
}

function toKnownWord(word: string, count: number): KnownWord {
  const syllables = word.match(/ ?[가-힣]/g) ?? []
  const space = word.lastIndexOf(' ')
  return {
    syllables,
    keys: syllables.map((syllable) => keysOf(syllable.trim())),
    count,
    first: space === -1 ? 0 : syllableCount(word.slice(0, space)),
  }
}

/**
 * The stretches of a known word about as long as what was typed; of several words only those from
 * their beginning into the last.
 */
function* spansOf({ syllables, keys, first }: KnownWord, length: number): Generator<{ text: string; keys: string }> {
  const starts = first > 0 ? 1 : syllables.length
  for (let from = 0; from < starts; from += 1) {
    for (const to of [from + length, from + length + 1, from + length - 1]) {
      if (to > syllables.length || to <= first || to - from < 2) continue
      yield { text: syllables.slice(from, to).join(''), keys: keys.slice(from, to).join('') }
    }
  }
}

const keysBySyllable = new Map<string, string>()

/** The keys of a two-set keyboard, in the order in which they are pressed. */
function keysOf(text: string): string {
  return [...text].map(keysOfOne).join('')
}

function keysOfOne(syllable: string): string {
  const known = keysBySyllable.get(syllable)
  if (known !== undefined) return known
  const keys = disassemble(syllable)
  keysBySyllable.set(syllable, keys)
  return keys
}

/**
 * Keys to change, add, leave out or swap with the next (optimal string alignment); `limit` + 1 for
 * anything beyond it.
 */
function editsBetween(a: string, b: string, limit: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let at = 1; at <= b.length; at += 1) {
      const isSame = a[row - 1] === b[at - 1]
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      current.push(
        Math.min(
          (last[at] ?? 0) + 1,
          (current[at - 1] ?? 0) + 1,
          (last[at - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[at - 2] ?? 0) + 1 : limit + 1,
        ),
      )
    }
    if (Math.min(...current) > limit) return limit + 1
    before = last
    last = current
  }
  return last[b.length] ?? limit + 1
}
