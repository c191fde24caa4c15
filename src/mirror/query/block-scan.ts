import { isWordCharacter, matchesSearch, type Search, spellAsTyped } from '#domain/text/search-text.ts'
import { encodeLetters, type SearchTexts } from '#mirror/store/search-texts.ts'

/**
 * Marks the records of a block that a word finds, by searching the block's long strings and
 * skipping to the next record at every hit. Finds exactly what `matchesSearch` finds record by
 * record: no word contains the separator, so no hit spans two records.
 */
export function scanBlock(texts: SearchTexts, word: Word, hits: Uint8Array): void {
  for (const alternative of word) {
    if (alternative.text.includes('\u0000') || !mayContain(texts, alternative.text)) continue
    if (texts.consonants !== null) scanOrdinary({ ...texts, consonants: texts.consonants }, { alternative, hits })
    else for (const lines of listLines(texts)) scanAny(lines, { alternative, hits })
  }
}

/**
 * Marks the records that have the word as a whole word, as `compileWholeWords` finds it. Leaves out
 * initial consonants, which are whole in every name that has them, and spellings of long numbers,
 * which are in few records.
 */
export function scanWholeWords({ words, wordEnds }: SearchTexts, word: Word, hits: Uint8Array): void {
  for (const alternative of word) {
    const text = spellAsTyped(alternative)
    if (text === null || text === '' || isOnlyConsonants(alternative)) continue
    scanWhole({ text: words, ends: wordEnds }, text, hits)
  }
}

function scanWhole({ text, ends }: Lines, spelling: string, hits: Uint8Array): void {
  let record = 0
  let index = text.indexOf(spelling)
  while (index !== -1) {
    while ((ends[record] ?? text.length) < index + spelling.length) record += 1
    const isWhole = !continuesWord(text, index - 1) && !continuesWord(text, index + spelling.length)
    if (isWhole) hits[record] = 1
    index = text.indexOf(spelling, isWhole ? (ends[record] ?? text.length) + 1 : index + 1)
  }
}

let wordCharacters: Uint8Array | undefined

/** A table, because a scan asks this at every hit. */
function continuesWord(text: string, index: number): boolean {
  if (index < 0 || index >= text.length) return false
  wordCharacters ??= Uint8Array.from({ length: 0x10000 }, (_, code) => (isWordCharacter(code) ? 1 : 0))
  return wordCharacters[text.charCodeAt(index)] === 1
}

/**
 * Like `scanBlock`, but only checks records marked in `among`, one by one, which is faster when
 * they are few.
 */
export function scanLines(texts: SearchTexts, word: Word, marks: { among: Uint8Array; hits: Uint8Array }): void {
  if (texts.consonants !== null && word.every(isOnlyConsonants)) return scanBlock(texts, word, marks.hits)
  for (let record = 0; record < texts.wordEnds.length; record++) {
    if (marks.among[record] === 1 && matchesSearch(readLine(texts, record), { words: [word] })) marks.hits[record] = 1
  }
}

/** The search text of one record of the block. */
export function readLine(texts: SearchTexts, record: number): string {
  const start = record === 0 ? 0 : (texts.wordEnds[record - 1] ?? 0) + 1
  const line = texts.words.slice(start, texts.wordEnds[record])
  if (texts.consonants !== null) return line
  const initialStart = record === 0 ? 0 : (texts.initialEnds[record - 1] ?? 0) + 1
  return `${line}\n${texts.initials.slice(initialStart, texts.initialEnds[record])}`
}

interface Lines {
  readonly text: string
  readonly ends: Uint32Array
}

interface Scan {
  readonly alternative: Alternative
  readonly hits: Uint8Array
}

type OrdinaryTexts = SearchTexts & { readonly consonants: string }

/**
 * A consonant in `words` is at the same position in `consonants`. Texts that aren't all consonants
 * only match in `words`.
 */
function scanOrdinary(texts: OrdinaryTexts, scan: Scan): void {
  const lines = { text: texts.words, ends: texts.wordEnds }
  if (isOnlyConsonants(scan.alternative)) scanConsonants(texts, scan)
  else if (scan.alternative.pattern) scanPattern(lines, scan)
  else if (scan.alternative.text === '') scanSyllable(texts, scan)
  else scanHead(lines, scan)
}

function scanAny(lines: Lines, scan: Scan): void {
  if (scan.alternative.pattern) scanPattern(lines, scan)
  else if (scan.alternative.text === '') scanCharacters(lines, scan)
  else scanHead(lines, scan)
}

function listLines(texts: SearchTexts): Lines[] {
  return [
    { text: texts.words, ends: texts.wordEnds },
    { text: texts.initials, ends: texts.initialEnds },
  ]
}

function isOnlyConsonants({ text, ends, pattern }: Alternative): boolean {
  return pattern === null && ends.length === 0 && /^[ㄱ-ㅎ]+$/.test(text)
}

/** The separator between records is not a consonant, so no hit spans two of them. */
function scanConsonants({ consonants, wordEnds }: OrdinaryTexts, { alternative, hits }: Scan): void {
  const consonantAlternative = { ...alternative, text: encodeLetters(alternative.text) }
  scanHead({ text: consonants, ends: wordEnds }, { alternative: consonantAlternative, hits })
}

function scanHead({ text, ends }: Lines, { alternative, hits }: Scan): void {
  const { text: head, ends: ranges } = alternative
  let record = 0
  let index = text.indexOf(head)
  while (index !== -1) {
    while ((ends[record] ?? text.length) < index + head.length) record += 1
    const isMatch = ranges.length === 0 || isWordWithin(ranges, text.charCodeAt(index + head.length))
    if (isMatch) hits[record] = 1
    index = text.indexOf(head, isMatch ? (ends[record] ?? text.length) + 1 : index + 1)
  }
}

function scanPattern({ text, ends }: Lines, { alternative, hits }: Scan): void {
  const pattern = new RegExp(alternative.pattern ?? '', 'g')
  let record = 0
  for (let hit = pattern.exec(text); hit; hit = pattern.exec(text)) {
    while ((ends[record] ?? text.length) < pattern.lastIndex) record += 1
    hits[record] = 1
    pattern.lastIndex = (ends[record] ?? text.length) + 1
  }
}

/** One half-typed syllable alone (소): the last of its ranges is the range of syllables. */
function scanSyllable({ words, wordEnds }: OrdinaryTexts, { alternative, hits }: Scan): void {
  const [from, to] = alternative.ends.at(-1) ?? [0, 0]
  const pattern = new RegExp(`[${String.fromCharCode(from)}-${String.fromCharCode(to)}]`)
  scanPattern({ text: words, ends: wordEnds }, { alternative: { ...alternative, pattern }, hits })
}

function scanCharacters({ text, ends }: Lines, { alternative, hits }: Scan): void {
  let index = 0
  for (let record = 0; record < ends.length; record++) {
    const end = ends[record] ?? 0
    while (index < end && !isWordWithin(alternative.ends, text.charCodeAt(index))) index += 1
    if (index < end) hits[record] = 1
    index = end + 1
  }
}

const latin = /[a-z]/

/** Cached bit masks of the Latin letters in each block. */
const letterMasks = new WeakMap<SearchTexts, number>()

/**
 * Whether a block may contain this text, judged by its Latin letters alone. Most blocks contain few
 * of them, and keys typed in the wrong layout are all Latin, so this avoids reading every block
 * before the other layout is tried. Always true where letters decompose (é).
 */
export function mayContain(texts: SearchTexts, text: string): boolean {
  if (texts.consonants === null || !latin.test(text)) return true
  const letters = computeLetterMask(text)
  return (getLetterMask(texts) & letters) === letters
}

/** Bit mask of a block's Latin letters, computed once. */
export function getLetterMask(texts: SearchTexts): number {
  let letters = letterMasks.get(texts)
  if (letters === undefined) {
    letters = computeLetterMask(texts.words)
    letterMasks.set(texts, letters)
  }
  return letters
}

function computeLetterMask(text: string): number {
  let letters = 0
  for (let index = 0; index < text.length; index += 1) {
    const letterIndex = text.charCodeAt(index) - 97
    if (letterIndex >= 0 && letterIndex < 26) letters |= 1 << letterIndex
  }
  return letters
}

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
  if (inner.text.length > outer.text.length) return isWordWithin(outer.ends, inner.text.charCodeAt(outer.text.length))
  return (
    inner.ends.length > 0 &&
    inner.ends.every(([from, to]) => outer.ends.some(([low, high]) => low <= from && to <= high))
  )
}

export function isWordWithin(ranges: Alternative['ends'], code: number): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to)
}
