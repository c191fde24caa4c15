import { disassemble, josa } from 'es-hangul'
import {
  buildSearchText,
  compileSearch,
  convertLayout,
  joinLooseLetters,
  matchesSearch,
  normalizeForSearch,
  splitSearchWords,
  toInitials,
} from './search-text.ts'

/**
 * The searched parts of a text, most significant first: title, then summary and tags, then the
 * body.
 */
interface SearchedParts {
  readonly title: string
  readonly about: string
  readonly body: string
}

export interface SearchMatches<Item> {
  /** Items that contain the text as typed, ignoring spacing and letter case; titles first. */
  readonly exact: readonly Item[]
  /**
   * Items that contain another reading of the text and are not in `exact`. Null: no other reading
   * finds more.
   */
  readonly near: { readonly reading: string; readonly items: readonly Item[] } | null
}

/**
 * A search that tolerates typing errors: it ignores spaces and the keyboard's language, and a word
 * with a wrong key finds the similar word in the texts. A word of two syllables is only read as one
 * of `shortMatters`, because too many other words are similar.
 */
export function createForgivingSearch<Item>(
  items: readonly Item[],
  partsOf: (item: Item) => SearchedParts,
): (query: string) => SearchMatches<Item> {
  const texts = items.map((item) => ({ item, parts: readParts(partsOf(item)) }))
  const rankQuery = (query: string) => rankItems(texts, query)
  let vocabulary: Vocabulary | undefined
  const correct = (query: string) => {
    vocabulary ??= buildVocabulary(
      items.map((item) => {
        const { title, about, body } = partsOf(item)
        return { close: `${title}\n${about}`, loose: body }
      }),
    )
    return correctQuery(query, vocabulary, (word) => rankQuery(word).length)
  }
  return (query) => {
    const exact = rankQuery(query)
    for (const reading of listReadings(query, exact.length > 0, correct)) {
      const otherItems = rankQuery(reading).filter((item) => !exact.includes(item))
      if (otherItems.length > 0) return { exact, near: { reading, items: otherItems } }
    }
    return { exact, near: null }
  }
}

/** The sentence above near results: `'공탁급'을 '공탁금'으로 찾은 결과입니다.` */
export function formatReadingNote(typed: string, reading: string): string {
  const [typedText, readText] = [typed.trim(), reading.trim()]
  return `'${typedText}'${pickParticle(typedText, '을/를')} '${readText}'${pickParticle(readText, '으로/로')} 찾은 결과입니다.`
}

/** After letters other than Hangul the pronunciation is unknown, so both forms are possible. */
export function pickParticle(word: string, kind: '을/를' | '으로/로'): string {
  if (/[가-힣]$/.test(word)) return josa.pick(word, kind)
  return kind === '을/를' ? '을(를)' : '(으)로'
}

/**
 * Corrects each word of a query that `countOf` finds nowhere; a single word also if the texts have
 * a similar one at least as often. Null if a word has no similar one, or if no correction is
 * needed.
 */
function correctQuery(query: string, vocabulary: Vocabulary, countOf: (word: string) => number): string | null {
  const words = splitSearchWords(query)
  if (countSyllables(words.join('')) < 2 || words.length > maxWords) return null
  const correctWords = (correctWord: (word: string, count: number) => string | null) => {
    const corrections = words.map((word) => {
      const count = countOf(word)
      return count > 0 && words.length > 1 ? word : correctWord(word, count)
    })
    return corrections.every((word) => word !== null) ? corrections.join(' ') : null
  }
  const findNearest = (word: string, count: number) => findNearestWord(word, vocabulary, count)
  const reading =
    correctWords(findNearest) ??
    (words.length > 1 ? findNearestWord(words.join(''), vocabulary, 0) : null) ??
    correctWords((word, count) => findNearest(word, count) ?? (count > 0 ? null : findNearestMatter(word, countOf)))
  return reading === words.join(' ') ? null : reading
}

const minSyllables = 3
const maxWords = 12

function* listReadings(
  query: string,
  hasMatches: boolean,
  correct: (query: string) => string | null,
): Generator<string, void> {
  const other = hasMatches ? null : convertLayout(query)
  // One or two Latin letters occur in every text.
  const isRead = other !== null && (hangul.test(other) ? isReadableHangul(other) : other.trim().length > 2)
  if (isRead) yield other
  const joined = hasMatches ? null : joinLooseLetters(query)
  if (joined !== null) yield joined
  for (const typed of isRead ? [query, other] : [query]) {
    const reading = correct(typed)
    if (reading !== null) yield reading
  }
}

const hangul = /[가-힣ㄱ-ㅎㅏ-ㅣ]/

/**
 * Whether a text is words, the last of which may be unfinished, or initial consonants. Keys of
 * another language leave letters that belong to no syllable.
 */
export function isReadableHangul(text: string): boolean {
  const letters = text.replace(/[^가-힣ㄱ-ㅎㅏ-ㅣ]/g, '')
  return /^(?:[가-힣]+[ㄱ-ㅎ]?|[ㄱ-ㅎ]+)$/.test(letters)
}

interface ReadPart {
  readonly text: string
  /** Its words without the spaces between them. */
  readonly joined: string
  readonly initials: string
}

function readParts({ title, about, body }: SearchedParts): readonly ReadPart[] {
  return [title, about, body].map((part) => {
    const words = normalizeForSearch(part)
    return { text: buildSearchText([part]), joined: words.replaceAll(' ', ''), initials: toInitials(words) }
  })
}

/**
 * Items that contain every word, or all of them joined without spaces. Ranked by the part that
 * contains them; equal ones keep the given order.
 */
function rankItems<Item>(
  texts: readonly { readonly item: Item; readonly parts: readonly ReadPart[] }[],
  query: string,
): Item[] {
  const words = splitSearchWords(query)
  if (words.length === 0) return []
  const finders = words.map(createWordFinder)
  const joinedFinder = words.length > 1 ? createWordFinder(words.join('')) : null
  const rankedItems = texts.flatMap(({ item, parts }) => {
    const ranks = finders.map((isIn) => parts.findIndex(isIn))
    const rank = ranks.includes(-1) ? (joinedFinder ? parts.findIndex(joinedFinder) : -1) : Math.max(...ranks)
    return rank === -1 ? [] : [{ item, rank }]
  })
  return rankedItems.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item)
}

function createWordFinder(word: string): (part: ReadPart, index: number) => boolean {
  const search = compileSearch(word, true)
  // Joined short words would match across the boundary of two words.
  const isJoinable = countSyllables(word) >= minSyllables
  const isInitials = /^[ㄱ-ㅎ]+$/.test(word)
  return ({ text, joined, initials }, index) => {
    // In a long text any two initial consonants occur next to each other somewhere, so there they
    // must begin a word.
    if (isInitials && index > 1) return beginsWord(initials, word)
    return matchesSearch(text, search) || (isJoinable && matchesSearch(joined, search))
  }
}

function beginsWord(initials: string, word: string): boolean {
  for (let index = initials.indexOf(word); index !== -1; index = initials.indexOf(word, index + 1))
    if (!/[ㄱ-ㅎ]/.test(initials[index - 1] ?? '')) return true
  return false
}

/** The words of a set of texts, to find the one that a mistyped word means. */
export interface Vocabulary {
  readonly words: readonly KnownWord[]
}

interface KnownWord {
  /** Each syllable as in the text; the first one of a further word is preceded by a space. */
  readonly syllables: readonly string[]
  /** The keys that type each syllable. */
  readonly keys: readonly string[]
  /** The number of texts that have it. */
  readonly count: number
  /**
   * Number of syllables of its first word, if there are several; spans within that word are already
   * covered.
   */
  readonly firstWordLength: number
}

/**
 * `close`: short texts, whose neighboring words also count as one word. `loose`: long texts,
 * matched word by word.
 */
export function buildVocabulary(texts: readonly { readonly close: string; readonly loose: string }[]): Vocabulary {
  const counts = new Map<string, number>()
  for (const { close, loose } of texts) {
    const lines = normalizeLines(close)
    const neighbors = lines.flatMap((line) => listNeighbors(listHangulWords(line)))
    for (const word of new Set([...lines.flatMap(listHangulWords), ...listHangulWords(loose), ...neighbors]))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return { words: [...counts].map(([word, count]) => toKnownWord(word, count)) }
}

/**
 * The part of a known word that a mistyped one means: with one wrong, missing, doubled or swapped
 * key, or two from six syllables on. Prefers the fewest errors, then the most frequent. `minCount`:
 * the number of texts that must have it.
 */
export function findNearestWord(typed: string, { words }: Vocabulary, minCount: number): string | null {
  const length = countSyllables(typed)
  if (length < minNearSyllables || typed.length > maxLength || !/^[가-힣ㄱ-ㅎㅏ-ㅣ]+$/.test(typed)) return null
  const limit = length < manySyllables ? 1 : 2
  const keys = toKeys(typed)
  const candidates = new Map<string, { edits: number; count: number }>()
  for (const word of words) {
    for (const { text, keys: spanKeys } of listSpans(word, length)) {
      const span = text.trim()
      if (Math.abs(spanKeys.length - keys.length) > 2 || span.includes(typed)) continue
      const before = candidates.get(span)
      const edits = before?.edits ?? compareKeys(keys, spanKeys, limit)
      if (edits <= limit) candidates.set(span, { edits, count: (before?.count ?? 0) + word.count })
    }
  }
  const [best] = [...candidates]
    .filter(([, { count }]) => count >= minCount)
    .toSorted(
      ([a, candidate], [b, other]) =>
        candidate.edits - other.edits || other.count - candidate.count || a.length - b.length,
    )
  return best?.[0] ?? null
}

/** More wrong keys than `limit` count as `limit` if both words sound alike (근저땅, 말쏘). */
function compareKeys(typed: string, spanKeys: string, limit: number): number {
  const edits = countEdits(typed, spanKeys, limit)
  return edits > limit && typed[0] === spanKeys[0] && foldSounds(typed) === foldSounds(spanKeys) ? limit : edits
}

/**
 * The matter that a word of two syllables means: with one wrong key, or the same sound (상송 → 상속).
 * Of several the one that most texts have; null if they have none.
 */
function findNearestMatter(typed: string, countOf: (word: string) => number): string | null {
  if (!/^[가-힣]{2}$/.test(typed)) return null
  const keys = toKeys(typed)
  const [best] = shortMatters
    .filter((matter) => compareKeys(keys, toKeys(matter), 1) <= 1)
    .map((matter) => ({ matter, count: countOf(matter) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
  return best?.matter ?? null
}

/** The word that sounds like the typed one: 말소 for 말쏘; null if none does. */
export function findSoundAlike(typed: string, words: readonly string[]): string | null {
  const sound = foldSounds(toKeys(typed))
  return words.find((word) => word !== typed && foldSounds(toKeys(word)) === sound) ?? null
}

/** Keys with one consonant and one vowel for those that sound alike: ㄱ for ㄲ and ㅋ. */
function foldSounds(keys: string): string {
  return keys.replace(/ㅡㅣ|ㅗ[ㅣㅐ]|ㅜㅔ|[ㄲㅋㄸㅌㅃㅍㅆㅉㅊㅐㅒㅖㅑㅕㅛㅠ]/g, (sound) => folded[sound] ?? 'ㅔ')
}

/** Everything else sounds like ㅔ. */
const folded: Readonly<Record<string, string>> = {
  ㄲ: 'ㄱ',
  ㅋ: 'ㄱ',
  ㄸ: 'ㄷ',
  ㅌ: 'ㄷ',
  ㅃ: 'ㅂ',
  ㅍ: 'ㅂ',
  ㅆ: 'ㅅ',
  ㅉ: 'ㅈ',
  ㅊ: 'ㅈ',
  ㅑ: 'ㅏ',
  ㅕ: 'ㅓ',
  ㅛ: 'ㅗ',
  ㅠ: 'ㅜ',
  ㅡㅣ: 'ㅣ',
}

/** Whether the texts have this word, alone or within another. */
export function isKnownWord(word: string, { words }: Vocabulary): boolean {
  return words.some(({ syllables }) => syllables.join('').includes(word))
}

export function countSyllables(text: string): number {
  return text.match(/[가-힣]/g)?.length ?? 0
}

const minNearSyllables = 3
const manySyllables = 6
/** Longer text is not a word, and would take long to compare. */
const maxLength = 24

function normalizeLines(text: string): string[] {
  return text.split('\n').map(normalizeForSearch)
}

function listHangulWords(text: string): string[] {
  return text.normalize('NFC').match(/[가-힣]+/g) ?? []
}

/** Sequences of two and three words. */
function listNeighbors(words: readonly string[]): string[] {
  return words.flatMap((_, index) => [2, 3].flatMap((count) => joinFrom(words, index, count)))
}

function joinFrom(words: readonly string[], index: number, count: number): string[] {
  return index + count <= words.length ? [words.slice(index, index + count).join(' ')] : []
}

function toKnownWord(word: string, count: number): KnownWord {
  const syllables = word.match(/ ?[가-힣]/g) ?? []
  const space = word.lastIndexOf(' ')
  return {
    syllables,
    keys: syllables.map((syllable) => toKeys(syllable.trim())),
    count,
    firstWordLength: space === -1 ? 0 : countSyllables(word.slice(0, space)),
  }
}

/**
 * Spans of a known word about as long as the typed text; of several words only spans that start at
 * the beginning and reach into the last word.
 */
function* listSpans(
  { syllables, keys, firstWordLength }: KnownWord,
  length: number,
): Generator<{ text: string; keys: string }> {
  const starts = firstWordLength > 0 ? 1 : syllables.length
  for (let from = 0; from < starts; from += 1) {
    for (const to of [from + length, from + length + 1, from + length - 1]) {
      if (to > syllables.length || to <= firstWordLength || to - from < 2) continue
      yield { text: syllables.slice(from, to).join(''), keys: keys.slice(from, to).join('') }
    }
  }
}

const keysBySyllable = new Map<string, string>()

/** The keys of a two-set keyboard, in the order in which they are pressed. */
function toKeys(text: string): string {
  return [...text].map(toSyllableKeys).join('')
}

function toSyllableKeys(syllable: string): string {
  const cachedKeys = keysBySyllable.get(syllable)
  if (cachedKeys !== undefined) return cachedKeys
  const keys = disassemble(syllable)
  keysBySyllable.set(syllable, keys)
  return keys
}

/**
 * Keys to change, add, leave out or swap with the next (optimal string alignment); `limit` + 1 for
 * anything beyond it.
 */
function countEdits(a: string, b: string, limit: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let index = 1; index <= b.length; index += 1) {
      const isSame = a[row - 1] === b[index - 1]
      const isSwapped = row > 1 && index > 1 && a[row - 1] === b[index - 2] && a[row - 2] === b[index - 1]
      current.push(
        Math.min(
          (last[index] ?? 0) + 1,
          (current[index - 1] ?? 0) + 1,
          (last[index - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[index - 2] ?? 0) + 1 : limit + 1,
        ),
      )
    }
    if (Math.min(...current) > limit) return limit + 1
    before = last
    last = current
  }
  return last[b.length] ?? limit + 1
}

/** Matters with a name of two syllables, which is too short to allow a wrong key in it. */
export const shortMatters: readonly string[] =
  '등기 공탁 서류 비용 보수 견적 기한 기간 절차 상속 매매 증여 담보 신탁 말소 설정 이전 변경 법인 설립 임원 본점 상호 해산 민사 소송 판결 출급 회수 유언 명의 등본 초본 대표 상담 문의 전화 방문 예약 주차 결제 주소 위치 시간'.split(
    ' ',
  )
