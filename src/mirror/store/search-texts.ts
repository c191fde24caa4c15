import type { AnyRecord, Field, RecordDescription } from '#contract/books/field.ts'
import { toSearchedText } from '#domain/books/field-values.ts'
import { buildSearchText, normalizeForSearch } from '#domain/text/search-text.ts'

const separator = '\u0000'

/**
 * The search texts of a whole block: `words` and `initials` are the two lines of every record's
 * search text (domain/text/search-text.ts), each joined by NUL; `wordEnds[i]` is the position after
 * the last character of record i, without its separator.
 *
 * In ordinary text every character has its initial consonant at the same position; then
 * `consonants` holds them (characters 1 = ㄱ … 30 = ㅎ, 0 = none) and `initials` stays empty.
 * Characters below 256 are stored in one byte each, and `indexOf` over them takes a quarter of the
 * time of a loop over a byte array, and less than half of `indexOf` over Hangul letters.
 */
export interface SearchTexts {
  readonly words: string
  readonly wordEnds: Uint32Array
  readonly consonants: string | null
  readonly initials: string
  readonly initialEnds: Uint32Array
}

/**
 * Builds the same lines as record by record, but for the `count` records of a whole block at once:
 * a first copy builds a hundred thousand of them.
 */
export function buildSearchTexts(
  description: RecordDescription,
  count: number,
  columns: Readonly<Record<string, readonly unknown[]>>,
): SearchTexts {
  const searched = listSearchedFields(description).map((field) => {
    return columns[field.key]?.map((value) => toSearchedText(field, value)) ?? []
  })
  const lines = Array.from({ length: count }, (_, index) => joinParts(searched.map((texts) => texts[index])))
  const words = normalizeForSearch(lines.join(separator)).replace(/ ?\0 ?/g, separator)
  const wordEnds = findLineEnds(words)
  if (isOrdinary(words)) {
    return { words, wordEnds, consonants: encodeConsonants(words), initials: '', initialEnds: new Uint32Array(0) }
  }
  const initials = words.split(separator).map(buildInitialLine).join(separator)
  return { words, wordEnds, consonants: null, initials, initialEnds: findLineEnds(initials) }
}

/** The search text of one record, equal to the domain's `searchText` of its searched fields. */
export function buildRecordSearchText(description: RecordDescription, record: AnyRecord): string {
  return buildSearchText([joinSearchedValues(listSearchedFields(description), record)])
}

/** Like the domain's `searchText`, for any values; only texts are searched. */
export function searchTextOfValues(values: readonly unknown[]): string {
  return buildSearchText([joinParts(values)])
}

function listSearchedFields(description: RecordDescription): readonly Field[] {
  return description.fields.filter((field) => field.searched)
}

function joinSearchedValues(fields: readonly Field[], record: AnyRecord): string {
  return joinParts(fields.map((field) => toSearchedText(field, record[field.key])))
}

function joinParts(values: readonly unknown[]): string {
  const texts = values.filter((value) => typeof value === 'string' && value !== '').map((value) => String(value))
  return texts.join(' ').replaceAll(separator, '')
}

function buildInitialLine(words: string): string {
  const [, initials = ''] = buildSearchText([words]).split('\n')
  return initials
}

/**
 * Letters that decompose canonically to themselves (including dashes, quotes and units of measure:
 * 가온–솔빛, 82㎡), and Hangul syllables and consonants.
 */
function isOrdinary(words: string): boolean {
  for (let index = 0; index < words.length; index++) {
    const code = words.charCodeAt(index)
    const isKnown =
      code <= 0x7e ||
      (code >= firstSyllable && code <= 0xd7a3) ||
      (code >= 0x4e00 && code <= 0x9fff) ||
      (code >= firstConsonant && code <= 0x314e) ||
      (code >= 0x2010 && code <= 0x2027) ||
      (code >= 0x3380 && code <= 0x33df) ||
      code === 0xb7
    if (!isKnown) return false
  }
  return true
}

function encodeConsonants(words: string): string {
  const codes = new Uint8Array(words.length)
  for (let index = 0; index < words.length; index++) codes[index] = getConsonantCode(words.charCodeAt(index))
  return new TextDecoder().decode(codes)
}

/** The characters `consonants` contains for these letters. */
export function encodeLetters(letters: string): string {
  return Array.from(letters, (letter) => String.fromCharCode(getConsonantCode(letter.charCodeAt(0)))).join('')
}

/** 1 = ㄱ … 30 = ㅎ for a consonant and for a syllable that begins with it; 0 for everything else. */
function getConsonantCode(code: number): number {
  if (code >= firstSyllable && code <= 0xd7a3) return initialCodes[Math.floor((code - firstSyllable) / 588)] ?? 0
  return code >= firstConsonant && code <= 0x314e ? code - firstConsonant + 1 : 0
}

const firstSyllable = 0xac00
const firstConsonant = 0x3131
const initialCodes = Uint8Array.from(
  'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ',
  (letter) => letter.charCodeAt(0) - firstConsonant + 1,
)

function findLineEnds(lines: string): Uint32Array {
  const ends: number[] = []
  for (let index = lines.indexOf(separator); index !== -1; index = lines.indexOf(separator, index + 1)) ends.push(index)
  return Uint32Array.from([...ends, lines.length])
}
