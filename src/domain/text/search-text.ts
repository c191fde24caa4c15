import { convertHangulToQwerty, convertQwertyToHangul, disassemble, getChoseong } from 'es-hangul'
import { removeInvisible } from '#contract/text/invisible-characters.ts'

/**
 * The search text of a record: its words in lower-case NFC with normalized company forms, a line
 * break, and their initial consonants (초성). Server and mirror build and match the same text, so a
 * search finds the same rows online and offline.
 */
export function buildSearchText(parts: readonly (string | null | undefined)[]): string {
  const words = normalizeForSearch(parts.filter((part) => part != null && part !== '').join(' '))
  return `${words}\n${toInitials(words)}`
}

/**
 * Replaces each syllable with its initial consonant. For what an office writes (Hangul, Hanja,
 * ASCII) it is computed arithmetically, several times as fast as decomposing; texts with other
 * letters are decomposed.
 */
export function toInitials(text: string): string {
  let all = ''
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= syllableBase && code <= lastSyllable) all += initials[Math.floor((code - syllableBase) / 588)]
    else if (isIndecomposable(code)) all += text[index]
    else return getChoseong(text, { keepNonHangul: true })
  }
  return all
}

/**
 * ASCII, the middle dot, dashes and quotes, single consonants and vowels, Hanja: characters that
 * don't decompose.
 */
function isIndecomposable(code: number): boolean {
  return (
    code < 0x80 ||
    code === 0xb7 ||
    (code >= 0x2010 && code <= 0x2027) ||
    (code >= 0x3131 && code <= 0x318e) ||
    (code >= 0x4e00 && code <= 0x9fff)
  )
}

/**
 * NFC (Mac file names arrive as NFD), half-width, lower case, single spaces; 주식회사, (주) and ㈜ are
 * one. Not NFKC: that turns the typed consonant ㅅ into a conjoining jamo, and no initial would ever
 * match.
 */
export function normalizeForSearch(text: string): string {
  return (
    removeInvisible(text)
      .normalize('NFC')
      .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      .toLowerCase()
      // Leaves single spaces alone, because replacing each of them takes longer than all the rest.
      .replace(/\s\s+|[^\S ]/g, ' ')
      .replace(/ ?(주식회사|\(주\)|㈜) ?/g, '(주)')
      .trim()
  )
}

/** A name normalized for lookup, ignoring spaces and case. */
export function normalizeName(name: string): string {
  return normalizeForSearch(name).replace(/\s+/g, '')
}

/**
 * One way a word of a query can match: `text` literally, then one character within one of `ends`
 * (none: `text` alone).
 */
interface Alternative {
  readonly text: string
  readonly ends: readonly (readonly [number, number])[]
  /** Used instead of `text` when consonants are inside the word; slower, but rare. */
  readonly pattern: RegExp | null
  /**
   * For a number with several spellings: `pattern` as text, and the characters common to all of
   * them.
   */
  readonly spelling?: { readonly source: string; readonly characters: string }
}

/** A compiled query: every word must match by one of its alternatives. Empty for an empty query. */
export interface Search {
  readonly words: readonly (readonly Alternative[])[]
}

/**
 * Compiles a search query. Words are joined by AND. A word matches as a substring; consonants match
 * syllables that begin with them (ㅅㅂ → 솔빛), including those the keyboard joined (ㅄㄹ → 박새론); a
 * half-typed last syllable matches what it can become (솔비 → 솔빛); Latin letters also match as the
 * Hangul typed in the wrong layout (thfqlc → 솔빛), unless `isAsTyped`.
 */
export function compileSearch(query: string, isAsTyped = false): Search {
  return { words: splitSearchWords(query).map((word) => listAlternatives(word, isAsTyped)) }
}

/**
 * The words of a query, all of which must match; a case number is one word, however it is spaced.
 */
export function splitSearchWords(query: string): string[] {
  return normalizeForSearch(query)
    .replace(spacedCaseNumber, '$1$2$3')
    .split(' ')
    .filter((word) => word !== '')
}

/** `2026년 금 제7호`, `2026 카단 10`: year, the court's case type, and number. */
const caseKinds = '(?:증?금|물|카[가-힣]{1,2}|타[가-힣]{1,2}|[가느드즈비호하회개][가-힣]|[가나다라마바사자차머])'
const spacedCaseNumber = new RegExp(
  `(?<!\\d)(\\d{4})(?:년 ?|-| )?(${caseKinds})(?: ?제 ?|-| )?(\\d+)(?:호(?![가-힣]))?`,
  'g',
)

const joinedCaseNumber = new RegExp(`^(\\d{4})(${caseKinds})(\\d+)$`)

export function matchesSearch(text: string, search: Search): boolean {
  return search.words.every((alternatives) => alternatives.some((alternative) => matchesAlternative(text, alternative)))
}

/**
 * The same query as PostgreSQL regular expressions, one per word, joined by AND over the stored
 * search text.
 */
export function buildSearchPatterns(query: string): string[] {
  return compileSearch(query).words.map((alternatives) =>
    alternatives.map((alternative) => buildPattern(alternative)).join('|'),
  )
}

/** The same for original text without initial consonants, to be matched case-insensitively. */
export function buildPlainTextPatterns(query: string): string[] {
  return compileSearch(query).words.map((alternatives) =>
    alternatives.map((alternative) => buildPattern(alternative, false)).join('|'),
  )
}

/**
 * Per word of a query, a pattern of its occurrences as a whole word: `1-19` is whole in `별빛동 1-19`
 * and a fragment in `2501-1995`. A half-typed syllable counts as it is.
 */
export function compileWholeWords({ words }: Search): RegExp[] {
  return words.map((alternatives) => {
    const spellings = alternatives.map((alternative) => buildPattern(endAsTyped(alternative))).join('|')
    // A pattern that began with the condition would be several times slower.
    return new RegExp(`(?:${spellings})(?!${wordCharacter})(?<!${wordCharacter}(?:${spellings}))`)
  })
}

/** The first range of a half-typed last character begins with the character itself. */
function endAsTyped(alternative: Alternative): Alternative {
  const [asTyped] = alternative.ends
  return asTyped ? { ...alternative, ends: [[asTyped[0], asTyped[0]]] } : alternative
}

function listAlternatives(word: string, isAsTyped: boolean): Alternative[] {
  // Also literally, because a record may contain ㄳ itself.
  const readings = new Set([word, decompose(word)])
  if (!isAsTyped && /^[a-z]+$/.test(word)) readings.add(convertQwertyToHangul(word))
  // 101-1203 and 101동1203호 also match 101동 1203호, the usual form of 동호수.
  const [, dong, ho] = /^(\d+|[a-z가-힣])동?-(\d.*)$/.exec(word) ?? /^(.+)동(\d.*)$/.exec(word) ?? []
  if (dong !== undefined) readings.add(`${dong}동 ${ho}`)
  const spelled = spellNumber(word)
  return [...[...readings].map((reading) => parseAlternative(reading)), ...(spelled ? [spelled] : [])]
}

const dashes = '-‐‑‒–—―−'
const dash = `[${dashes}]`
/** A dash continues a word: `9` is a fragment of `51-9`. */
const wordCharacter = `[${dashes}0-9a-zà-ɏㄱ-ㅣ가-힣㐀-鿿]`
const wordCharacterPattern = new RegExp(wordCharacter)

/** Whether a character continues a word. Not for surrogate pairs, which end one. */
export function isWordCharacter(code: number): boolean {
  return wordCharacterPattern.test(String.fromCharCode(code))
}

/** The spelling of a half-typed last syllable as it was typed; null for a number with a pattern. */
export function spellAsTyped({ text, ends: [asTyped], pattern }: Alternative): string | null {
  if (pattern) return null
  return asTyped ? text + String.fromCharCode(asTyped[0]) : text
}
/**
 * From this many digits on, a number is the same with and without hyphens: telephones, accounts,
 * registrations. 12-3 and 123 are two lots.
 */
const minUnhyphenated = 7

/**
 * Other spellings of a number: `01034567890` finds 010-3456-7890 and vice versa, `123` the lot
 * 12-3, `산12-3` the lot 산 12-3, `2026금7` the case 2026년 금 제7호.
 */
function spellNumber(word: string): Alternative | null {
  const court = joinedCaseNumber.exec(word)
  if (court)
    return createSpelling(`${court[1]}(?:년 ?|-| )?${court[2]}(?: ?제 ?|-| )?${court[3]}`, court.slice(1).join(''))
  const [, mountain = '', number] = /^(산)?(\d[-\d]*)$/.exec(word.replace(/[‐-―−]/g, '-')) ?? []
  const digits = number?.replaceAll('-', '') ?? ''
  if (number === undefined || (mountain === '' && digits.length < 3)) return null
  const isLong = digits.length >= minUnhyphenated
  const between = isLong || !number.includes('-') ? `${dash}?` : ''
  const source = number.replace(/-|\d(?=\d)/g, (char) => (char !== '-' ? char + between : isLong ? `${dash}?` : dash))
  // 791 is a lot 79-1, and not within 879-18.
  const start = mountain ? '(?<![가-힣])산 ?' : between && !isLong ? '(?<![0-9])' : ''
  return createSpelling(`${start}${source}`, `${mountain}${digits}`)
}

function createSpelling(source: string, characters: string): Alternative {
  return { text: characters, ends: [], pattern: new RegExp(source), spelling: { source, characters } }
}

/**
 * A two-set keyboard joins two consonants that can end a syllable: ㅂ ㅅ ㄹ arrives as ㅄㄹ. No syllable
 * begins with such a pair, so it is split; ㄲ ㄸ ㅃ ㅆ ㅉ do begin syllables and stay, and so do whole
 * syllables (값).
 */
function decompose(word: string): string {
  return word.replace(/[ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ]/g, (joined) => disassemble(joined))
}

function parseAlternative(word: string): Alternative {
  if (isOnlyConsonants(word)) return { text: word, ends: [], pattern: null }
  const last = word.at(-1) ?? ''
  const ends = listContinuations(last)
  const text = ends.length > 0 ? word.slice(0, -1) : word
  const pattern = hasConsonant(text) ? new RegExp(buildPattern({ text, ends, pattern: null })) : null
  return { text, ends, pattern }
}

function matchesAlternative(text: string, { text: head, ends, pattern }: Alternative): boolean {
  if (pattern) return pattern.test(text)
  if (ends.length === 0) return text.includes(head)
  for (let index = text.indexOf(head); index !== -1; index = text.indexOf(head, index + 1)) {
    const next = text.charCodeAt(index + head.length)
    if (ends.some(([from, to]) => next >= from && next <= to)) return true
    if (index >= text.length) return false
  }
  return false
}

/**
 * Ranges of characters the last character can still become while typing; empty when it is final.
 */
function listContinuations(last: string): [number, number][] {
  const code = last.charCodeAt(0)
  const initial = initials.indexOf(last)
  if (initial !== -1)
    return [
      [code, code],
      [syllableBase + initial * 588, syllableBase + initial * 588 + 587],
    ]
  const isOpenSyllable = code >= syllableBase && code <= lastSyllable && (code - syllableBase) % 28 === 0
  return isOpenSyllable ? [[code, code + 27]] : []
}

const syllableBase = 0xac00
const lastSyllable = 0xd7a3
const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

function hasConsonant(text: string): boolean {
  return /[ㄱ-ㅎ]/.test(text)
}

function isOnlyConsonants(text: string): boolean {
  return /^[ㄱ-ㅎ]+$/.test(text)
}

function buildPattern({ text, ends, spelling: spelled }: Alternative, hasInitials = true): string {
  if (spelled) return spelled.source
  const isPlain = hasInitials && isOnlyConsonants(text) && ends.length === 0
  const head = [...text].map((character) => (isPlain ? character : buildCharacterClass(character))).join('')
  if (ends.length === 0) return head
  return `${head}[${ends.map(([from, to]) => `${String.fromCharCode(from)}-${String.fromCharCode(to)}`).join('')}]`
}

function buildCharacterClass(character: string): string {
  const initial = initials.indexOf(character)
  if (initial === -1) return character.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  const first = syllableBase + initial * 588
  return `[${character}${String.fromCharCode(first)}-${String.fromCharCode(first + 587)}]`
}

/** Korean sort order: 가나다, digits by value (101동 before 1001동), Latin after Hangul. */
export const compareKorean: (a: string, b: string) => number = new Intl.Collator('ko', { numeric: true }).compare

/**
 * Compares by code unit: for ids, days and instants, and wherever the database does the same.
 * Hangul syllables are in dictionary order.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * What the same keys write in the other keyboard layout (두벌식): Latin letters as Hangul (`rlarkdhs`
 * → 김가온), or Hangul as Latin letters (`ㅗ디ㅣㅐ` → hello). A mixed text is read as Hangul. Null when
 * both layouts give the same.
 */
export function convertLayout(text: string): string | null {
  const typed = text.normalize('NFC')
  const converted = /[a-z]/i.test(typed) ? typed.replace(/[a-z]+/gi, toHangul) : convertHangulToQwerty(typed)
  return converted === typed ? null : converted
}

/** ㅅㅏㅇ속 as 상속: keys that were not joined to syllables. Null without a vowel that stands alone. */
export function joinLooseLetters(text: string): string | null {
  const joined = text
    .normalize('NFC')
    .replace(/[가-힣ㄱ-ㅣ]+/g, (word) => (/[ㅏ-ㅣ]/.test(word) ? toHangul(convertHangulToQwerty(word)) : word))
  return joined === text ? null : joined
}

/**
 * Shift changes letters (R → ㄲ, r → ㄱ), Caps Lock does not: a word in capitals was typed with Caps
 * Lock.
 */
function toHangul(word: string): string {
  const isCapsLock = word.length > 1 && word === word.toUpperCase()
  try {
    return convertQwertyToHangul(isCapsLock ? word.toLowerCase() : word)
  } catch {
    // Three vowels in a row, as in "how", write nothing that the library can put together.
    return word
  }
}
