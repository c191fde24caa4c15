import { josa } from 'es-hangul'
import { nearestWord, syllableCount, vocabularyOf, type Vocabulary } from './near-words.ts'
import { otherLayout } from '../entry/other-layout.ts'
import { compileSearch, initialsOf, matchesSearch, normaliseForSearch, searchText, searchWords } from './search-text.ts'

/**
 * What a text is found by, the most telling parts first: title, then summary and tags, then the
 * body.
 */
export interface SearchedParts {
  readonly title: string
  readonly about: string
  readonly body: string
}

export interface SearchMatches<Item> {
  /** What holds the text as it is typed, spacing and letter case aside; titles first. */
  readonly exact: readonly Item[]
  /**
   * What holds another reading of the text and is not among the exact finds. Null: no other reading
   * finds more.
   */
  readonly near: { readonly reading: string; readonly items: readonly Item[] } | null
}

/**
 * A search for people who mistype: spaces make no difference, nor does the keyboard's language, and
 * a word with a wrong key finds the word that the texts have. Texts of one or two syllables are
 * taken as they are typed, because too many other words are near them.
 */
export function forgivingSearch<Item>(
  items: readonly Item[],
  partsOf: (item: Item) => SearchedParts,
): (query: string) => SearchMatches<Item> {
  const texts = items.map((item) => ({ item, parts: readParts(partsOf(item)) }))
  const ranked = (query: string) => rankItems(texts, query)
  let vocabulary: Vocabulary | undefined
  const correct = (query: string) => {
    vocabulary ??= vocabularyOf(
      items.map((item) => {
        const { title, about, body } = partsOf(item)
        return { close: `${title}\n${about}`, loose: body }
      }),
    )
    return correctQuery(query, vocabulary, (word) => ranked(word).length)
  }
  return (query) => {
    const exact = ranked(query)
    for (const reading of readingsOf(query, exact.length > 0, correct)) {
      const others = ranked(reading).filter((item) => !exact.includes(item))
      if (others.length > 0) return { exact, near: { reading, items: others } }
    }
    return { exact, near: null }
  }
}

/** The sentence above near finds: `'공탁급'을 '공탁금'으로 찾은 결과입니다.` */
export function readingNote(typed: string, reading: string): string {
  const [finders, read] = [typed.trim(), reading.trim()]
  return `'${finders}'${particle(finders, '을/를')} '${read}'${particle(read, '으로/로')} 찾은 결과입니다.`
}

/** After letters that are no Hangul nobody knows how a word ends when it is read. */
export function particle(word: string, kind: '을/를' | '으로/로'): string {
  if (/[가-힣]$/.test(word)) return josa.pick(word, kind)
  return kind === '을/를' ? '을(를)' : '(으)로'
}

/**
 * A query with each word that `countOf` finds nowhere put right; a lone word also where the texts
 * have another one at least as often. Null where a word has no near one, or none is needed.
 */
export function correctQuery(query: string, vocabulary: Vocabulary, countOf: (word: string) => number): string | null {
  const words = searchWords(query)
  if (syllableCount(words.join('')) < minSyllables || words.length > maxWords) return null
  const corrections = words.map((word) => {
    const count = countOf(word)
    if (count > 0 && words.length > 1) return word
    return nearestWord(word, vocabulary, count)
  })
  const isWhole = corrections.every((word) => word !== null)
  const reading = isWhole ? corrections.join(' ') : words.length > 1 ? nearestWord(words.join(''), vocabulary, 0) : null
  return reading === words.join(' ') ? null : reading
}

const minSyllables = 3
const maxWords = 12

function* readingsOf(
  query: string,
  hasMatches: boolean,
  correct: (query: string) => string | null,
): Generator<string, void> {
  const other = hasMatches ? null : otherLayout(query)
  // One or two Latin letters are in every text.
  if (other !== null && (/[가-힣ㄱ-ㅎ]/.test(other) || other.trim().length > 2)) yield other
  for (const typed of other === null ? [query] : [query, other]) {
    const reading = correct(typed)
    if (reading !== null) yield reading
  }
}

interface ReadPart {
  readonly text: string
  /** Its words without the spaces between them. */
  readonly joined: string
  readonly initials: string
}

function readParts({ title, about, body }: SearchedParts): readonly ReadPart[] {
  return [title, about, body].map((part) => {
    const words = normaliseForSearch(part)
    return { text: searchText([part]), joined: words.replaceAll(' ', ''), initials: initialsOf(words) }
  })
}

/**
 * What holds every word, or all of them without their spaces; by where they are, in the given order
 * among equals.
 */
function rankItems<Item>(
  texts: readonly { readonly item: Item; readonly parts: readonly ReadPart[] }[],
  query: string,
): Item[] {
  const words = searchWords(query)
  if (words.length === 0) return []
  const finders = words.map(wordFinder)
  const whole = words.length > 1 ? wordFinder(words.join('')) : null
  const found = texts.flatMap(({ item, parts }) => {
    const ranks = finders.map((isIn) => parts.findIndex(isIn))
    const rank = ranks.includes(-1) ? (whole ? parts.findIndex(whole) : -1) : Math.max(...ranks)
    return rank === -1 ? [] : [{ item, place: rank }]
  })
  return found.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}

function wordFinder(word: string): (part: ReadPart, at: number) => boolean {
  const search = compileSearch(word, true)
  // Short words would be found where one word ends and the next begins.
  const isJoinable = syllableCount(word) >= minSyllables
  const isInitials = /^[ㄱ-ㅎ]+$/.test(word)
  return ({ text, joined, initials }, at) => {
    // In a long text any two consonants follow each other somewhere: there they begin a word.
    if (isInitials && at > 1) return beginsWord(initials, word)
    return matchesSearch(text, search) || (isJoinable && matchesSearch(joined, search))
  }
}

function beginsWord(initials: string, word: string): boolean {
  for (let at = initials.indexOf(word); at !== -1; at = initials.indexOf(word, at + 1))
    if (!/[ㄱ-ㅎ]/.test(initials[at - 1] ?? '')) return true
  return false
}
