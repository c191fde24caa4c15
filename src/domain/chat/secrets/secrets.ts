import { type ReplacedNumberKind, replacedNumberKinds, type ReplacedNumbers } from '#contract/chat/answer.ts'
import { replacedNumberNames } from '#contract/chat/chat-texts.ts'
import { findByRule, type FoundNumber } from './secret-rules.ts'

/**
 * The numbers removed from one question and its lookups. Exists only while the answer is made and
 * is stored nowhere.
 */
export interface Vault {
  /** Placeholder to original spelling. */
  readonly originals: Map<string, string>
  /** Original spelling to placeholder. */
  readonly placeholders: Map<string, string>
  /** Every value with its kind and its number within the kind. */
  readonly values: Map<string, { readonly kind: ReplacedNumberKind; readonly number: number; spellings: number }>
  /** The lengths of all values. */
  readonly lengths: Set<number>
  /** The number of values per kind. */
  readonly counts: Map<ReplacedNumberKind, number>
}

export function createVault(): Vault {
  return { originals: new Map(), placeholders: new Map(), values: new Map(), lengths: new Set(), counts: new Map() }
}

/**
 * Replaces every personal number with a placeholder: `⟦주민등록번호1⟧`, and `⟦주민등록번호1-2⟧` for the same
 * number in another spelling. Typed brackets get placeholders too, so that nobody can type a
 * placeholder and receive a number. Call it once: a second call would hide the placeholders.
 */
export function hideSecrets(text: string, vault: Vault): string {
  const known = { kindOf: (value: string) => vault.values.get(value)?.kind, lengths: vault.lengths }
  let hidden = ''
  let at = 0
  for (const { kind, value, start, end } of findSecrets(text, known)) {
    hidden +=
      hideBrackets(text.slice(at, start), vault) + assignPlaceholder(vault, { kind, value }, text.slice(start, end))
    at = end
  }
  return hidden + hideBrackets(text.slice(at), vault)
}

/** Replaces every placeholder of this vault with the original text; others stay unchanged. */
export function restoreSecrets(text: string, vault: Vault): string {
  return text.replace(placeholderShape, (whole) => vault.originals.get(whole) ?? whole)
}

/** The kinds of hidden numbers, with the count of different ones. */
export function countReplaced({ counts }: Vault): ReplacedNumbers {
  return replacedNumberKinds.flatMap((kind) => {
    const count = counts.get(kind) ?? 0
    return count === 0 ? [] : [{ kind, count }]
  })
}

/**
 * Restores a text that arrives in pieces; a possible start of a placeholder is held back until its
 * end.
 */
export function createRestorer(vault: Vault): { push(delta: string): string; flush(): string } {
  let waiting = ''
  return {
    push(delta) {
      const text = waiting + delta
      const openBracket = text.lastIndexOf('⟦')
      const isOpen =
        openBracket >= 0 && !text.includes('⟧', openBracket) && text.length - openBracket <= maxPlaceholderLength
      waiting = isOpen ? text.slice(openBracket) : ''
      return restoreSecrets(isOpen ? text.slice(0, openBracket) : text, vault)
    },
    flush() {
      const rest = restoreSecrets(waiting, vault)
      waiting = ''
      return rest
    },
  }
}

const maxPlaceholderLength = 32
const placeholderShape = /⟦[^⟦⟧]{1,30}⟧/g

function assignPlaceholder(
  vault: Vault,
  { kind, value }: { kind: ReplacedNumberKind; value: string },
  written: string,
): string {
  const existing = vault.placeholders.get(written)
  if (existing !== undefined) return existing
  const known = vault.values.get(value) ?? addValue(vault, { kind, value })
  known.spellings += 1
  const name = `${replacedNumberNames[known.kind]}${known.number}`
  return remember(vault, `⟦${name}${known.spellings === 1 ? '' : `-${known.spellings}`}⟧`, written)
}

function addValue(vault: Vault, { kind, value }: { kind: ReplacedNumberKind; value: string }) {
  const number = (vault.counts.get(kind) ?? 0) + 1
  const entry = { kind, number, spellings: 0 }
  vault.values.set(value, entry)
  vault.lengths.add(value.length)
  vault.counts.set(kind, number)
  return entry
}

function remember(vault: Vault, placeholder: string, written: string): string {
  vault.originals.set(placeholder, written)
  vault.placeholders.set(written, placeholder)
  return placeholder
}

function hideBrackets(text: string, vault: Vault): string {
  return text.replace(/[⟦⟧]/g, (bracket) => remember(vault, bracket === '⟦' ? '⟦괄호1⟧' : '⟦괄호2⟧', bracket))
}

interface FoundSecret {
  readonly kind: ReplacedNumberKind
  readonly start: number
  readonly end: number
  /** Its digits and letters alone, the same for every spelling. */
  readonly value: string
}

/** Values to hide wherever they occur. */
interface KnownValues {
  kindOf(value: string): ReplacedNumberKind | undefined
  /** The lengths of these values. */
  readonly lengths: ReadonlySet<number>
}

/** All personal numbers in the text, in order and without overlaps. */
function findSecrets(original: string, known: KnownValues): FoundSecret[] {
  const folded = foldText(original)
  if (!/\d/.test(folded.text)) return []
  const covered = new Uint8Array(folded.text.length)
  const found: FoundNumber[] = []
  const cover = (more: readonly FoundNumber[]) => {
    for (const foundNumber of more) {
      for (const piece of findFreePieces(foundNumber, folded.text, covered)) {
        covered.fill(1, piece.index, piece.to)
        found.push(piece)
      }
    }
  }
  cover(findByRule(folded.text))
  cover(repeatsIn(folded.text, withKnown(known, found)))
  return found
    .toSorted((a, b) => a.index - b.index)
    .map(({ kind, index, to, value }) => ({
      kind,
      value,
      start: folded.starts[index] ?? 0,
      end: folded.ends[to - 1] ?? 0,
    }))
}

/**
 * The part of a number not claimed yet, usually all of it. If two overlap (031-345-6789 4111
 * 1111 …: the last four digits of the telephone number and the digits after them may be a card),
 * either may be real, so the digits of both are hidden.
 */
function findFreePieces(foundNumber: FoundNumber, text: string, covered: Uint8Array): FoundNumber[] {
  if (!covered.subarray(foundNumber.index, foundNumber.to).includes(1)) return [foundNumber]
  const free = text
    .slice(foundNumber.index, foundNumber.to)
    .replace(/[^]/g, (letter, offset: number) => (covered[foundNumber.index + offset] === 1 ? '\n' : letter))
  return [...free.matchAll(/[0-9A-Za-z](?:[^\n]*[0-9A-Za-z])?/g)].flatMap(({ 0: piece, index }) => {
    const value = piece.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
    return value.length < 3
      ? []
      : [
          {
            kind: foundNumber.kind,
            index: foundNumber.index + index,
            to: foundNumber.index + index + piece.length,
            value,
          },
        ]
  })
}

function withKnown(known: KnownValues, found: readonly FoundNumber[]): KnownValues {
  const ownKinds = new Map(found.map(({ value, kind }) => [value, kind]))
  return {
    kindOf: (value) => known.kindOf(value) ?? ownKinds.get(value),
    lengths: new Set([...known.lengths, ...found.map(({ value }) => value.length)]),
  }
}

/**
 * Finds known values with up to three characters between their digits, in one pass over the text.
 */
function repeatsIn(text: string, { kindOf, lengths }: KnownValues): FoundNumber[] {
  if (lengths.size === 0) return []
  const positions = [...text.matchAll(/[0-9A-Za-z]/g)].map(({ index }) => index)
  const letters = positions
    .map((position) => text[position])
    .join('')
    .toUpperCase()
  const repeated: FoundNumber[] = []
  for (const [first, at] of positions.entries()) {
    if (/\d/.test(text[at - 1] ?? '')) continue
    for (const length of lengths) {
      const last = positions[first + length - 1]
      if (last === undefined || last - at > length * 4 || /\d/.test(text[last + 1] ?? '')) continue
      const value = letters.slice(first, first + length)
      const kind = kindOf(value)
      const isJoined = () =>
        positions
          .slice(first, first + length - 1)
          .every((position, offset) => (positions[first + offset + 1] ?? 0) - position <= 4)
      if (kind !== undefined && isJoined()) repeated.push({ kind, index: at, to: last + 1, value })
    }
  }
  return repeated
}

/** Text in a normalized spelling, with the original position of each character. */
interface FoldedText {
  readonly text: string
  /** From folded index to original position; one more entry than there are characters. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/**
 * Normalizes a text so that disguised numbers are found: digits of every script and width and
 * Korean digit words (공일공) become ASCII, dashes `-`, blanks a space; URL, JSON and HTML escapes are
 * decoded and invisible characters dropped.
 */
export function foldText(original: string): FoldedText {
  const starts: number[] = []
  const ends: number[] = []
  let text = ''
  for (const { 0: token, index } of original.matchAll(tokenPattern)) {
    const folded = foldToken(token)
    for (let at = 0; at < folded.length; at += 1) {
      starts.push(folded.length === token.length ? index + at : index)
      ends.push(folded.length === token.length ? index + at + 1 : index + token.length)
    }
    text += folded
  }
  return { text: replaceLookalikes(text), starts, ends }
}

const tokenPattern =
  /<!--[^>]{0,40}-->|<\/?[a-z][^<>]{0,60}>|%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[nrt]|&#x[0-9a-f]{1,5};|&#\d{1,6};|&nbsp;|&[mn]dash;|(?<!\d)[공영일이삼사오육칠팔구]{3,}|(?<![가-힣\d])[공영\d]{3,}(?![가-힣\d])|[^]/giu

const digitWords = '공일이삼사오육칠팔구'

/** Converts letters that people type for digits, next to digits. */
function replaceLookalikes(text: string): string {
  return text.replace(/(?<![A-Za-z])[0-9OoIl]{2,}(?![A-Za-z])/g, (run) =>
    /\d/.test(run) ? run.replace(/[Oo]/g, '0').replace(/[Il]/g, '1') : run,
  )
}

function foldToken(token: string): string {
  if (/^[공영일이삼사오육칠팔구\d]{3,}$/.test(token))
    return [...token]
      .map((word) => (/\d/.test(word) ? word : word === '영' ? '0' : String(digitWords.indexOf(word))))
      .join('')
  if (token.length > 2 && token.startsWith('<')) return ' '
  return foldLetter(decodeEscape(token))
}

function decodeEscape(token: string): string {
  const hex = /^(?:%|\\[ux]|&#x)([0-9a-f]+);?$/i.exec(token)?.[1]
  const code = hex === undefined ? Number(/^&#(\d+);$/.exec(token)?.[1]) : Number.parseInt(hex, 16)
  if (Number.isFinite(code) && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
  if (/^\\[nrt]$/.test(token) || token === '&nbsp;') return ' '
  return /^&[mn]dash;$/i.test(token) ? '-' : token
}

function foldLetter(letter: string): string {
  if (letter.length === 1 && letter < '\u007f') return /[\t-\r]/.test(letter) ? ' ' : letter
  if (invisible.test(letter)) return ''
  if (/^[\p{Pd}−ー〜～﹣－ㅡ]$/u.test(letter)) return '-'
  if (/^\s$/u.test(letter)) return ' '
  if (/^[·ㆍ・•∙．。]$/u.test(letter)) return '.'
  const normalizedLetter = letter.normalize('NFKC')
  if (/^[0-9]$/.test(normalizedLetter) || /^[A-Za-z]$/.test(normalizedLetter)) return normalizedLetter
  return toDigit(letter) ?? letter
}

const invisible = /^[\p{Cf}\p{Mn}\p{Me}\u034f\u115f\u1160\u3164\uffa0]$/u

/** The digits of a script are ten consecutive code points. */
function toDigit(letter: string): string | null {
  if (!/^\p{Nd}$/u.test(letter)) return null
  const code = letter.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
