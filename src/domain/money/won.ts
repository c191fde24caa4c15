import { formatNumber } from '#contract/text/format-number.ts'
import { isEmptyEntry, misplacedComma, normalizeEntry, removeThousands } from '#domain/entry/number-entry.ts'

/** `1,234,000`; null gives an empty text. Screens that show the unit add 원. */
export function formatWon(amount: number | null): string {
  return amount === null ? '' : formatNumber(amount)
}

/** A text as an amount of whole won (null: empty), or why it is invalid. */
type WonEntry = { readonly ok: true; readonly value: number | null } | { readonly ok: false; readonly message: string }

/** Largest absolute amount, the same as in `wonSchema`. */
export const maxWon = 999_999_999_999_999

/**
 * Parses amounts wherever they are typed, pasted or imported: `1,234,000원`, `₩5,000`, `38만`,
 * `1억2천`, `1.5억`, `=200000+50000-3만`, also in full-width digits, and as sheets write them:
 * `(1,234)` and `△1,234` as negative, `1,234.00`, `1.2E+5`, `-` for none. Invalid and ambiguous
 * texts are refused; nothing becomes 0 silently.
 */
export function parseWon(text: string): WonEntry {
  // A space between digits is only allowed where a comma would be: `1,000 2,000` are two amounts.
  const typed = normalizeEntry(text).replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, ',')
  if (isEmptyEntry(typed)) return { ok: true, value: null }
  if (/[\d.,]\s+[\d.,]/.test(typed)) return unreadableAmount
  const plain = typed.replace(/\s/g, '')
  const total = plain.startsWith('=') ? readSum(plain.slice(1)) : readSigned(plain)
  if (typeof total !== 'bigint') return entryErrors[total ?? 'none']
  if (total > maxWon || total < -maxWon) return { ok: false, message: '금액이 너무 큽니다.' }
  return { ok: true, value: Number(total) }
}

/** Won of a received text as sums count it: 0 if it is empty or no whole amount. */
export function readWonText(text: string): number {
  const parsed = parseWon(text)
  return parsed.ok ? (parsed.value ?? 0) : 0
}

const unreadableAmount = { ok: false, message: '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.' } as const
const entryErrors = {
  none: unreadableAmount,
  fraction: { ok: false, message: '금액은 원 단위 정수로 입력해 주세요.' },
  comma: { ok: false, message: `${misplacedComma} 250,000처럼 입력해 주세요.` },
} as const

/** `fraction`: an amount, but not of whole won. `comma`: its commas do not separate thousands. */
type Amount = bigint | 'fraction' | 'comma' | null

/** Only after `=`, because 010-1234-5678 is not a sum. */
function readSum(text: string): Amount {
  if (!/^[+-]?[^+-]+([+-][^+-]+)*$/.test(text)) return null
  let total = 0n
  for (const term of text.match(/[+-]?[^+-]+/g) ?? []) {
    const amount = readSigned(term)
    if (typeof amount !== 'bigint') return amount
    total += amount
  }
  return total
}

function readSigned(text: string): Amount {
  const inBrackets = /^[₩\\]?\(([^()+-]+)\)원?$/.exec(text)?.[1]
  if (inBrackets !== undefined) return negate(readUnsigned(inBrackets))
  const [, before = '', after = '', body = ''] = /^([+\-△▲]?)[₩\\]?([+-]?)(.*)$/.exec(text) ?? []
  if (before !== '' && after !== '') return null
  const amount = readUnsigned(body)
  return before + after === '' || before + after === '+' ? amount : negate(amount)
}

function negate(amount: Amount): Amount {
  return typeof amount === 'bigint' ? -amount : amount
}

function readUnsigned(text: string): Amount {
  const body = text.replace(/^(일?금)?[₩\\]?/, '').replace(/원정?$/, '')
  if (/^\d+(\.\d+)?E\+\d{1,2}$/.test(body)) return toWhole(Number(body))
  // `1.000` may be one or, as other countries write it, a thousand.
  if (/^\d{1,3}\.\d{3}$/.test(body)) return 'fraction'
  const digits = removeThousands(body)
  if (digits === null) return 'comma'
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d*))?$/.exec(digits) ?? []
  if (whole !== undefined) return /[1-9]/.test(decimals) ? 'fraction' : BigInt(whole)
  return /[조억만천백십]$|[조억만천백십][\d,]+$/.test(body) ? readWonUnits(body) : null
}

function toWhole(amount: number): Amount {
  return Number.isInteger(amount) ? BigInt(amount) : 'fraction'
}

/**
 * Value-added tax of a fee in won: 10 percent, rounded half up; 0 for empty or non-positive fees.
 */
export function computeVat(fees: number | null): number {
  if (fees === null || fees <= 0) return 0
  return Math.floor((fees + 5) / 10)
}

/**
 * The cell text of a receipt number 접수번호: the number once the filing is completed, 처리중 until then,
 * empty without a number.
 */
export function formatReceiptNumber({ number, status }: { readonly number: unknown; readonly status: unknown }): {
  readonly text: string
  readonly isProcessing: boolean
} {
  if (typeof number !== 'string' || number === '') return { text: '', isProcessing: false }
  return status === 'completed' ? { text: number, isProcessing: false } : { text: '처리중', isProcessing: true }
}

const bigUnits = [
  { name: '조', value: 1_0000_0000_0000n, below: 1_0000_0000n },
  { name: '억', value: 1_0000_0000n, below: 1_0000n },
  { name: '만', value: 1_0000n, below: 1n },
] as const

const numeral = String.raw`\d{1,3}(?:,\d{3})+|\d+`
const sectionPattern = new RegExp(`^(?:(${numeral})?(천))?(?:(${numeral})?(백))?(?:(${numeral})?(십))?(${numeral})?$`)
const smallUnits = { 천: 1000n, 백: 100n, 십: 10n } as const

/**
 * Won of an unsigned amount in Korean units without spaces and 원: `38만`, `1억2천만`, `1.5억`, `천만`. As
 * in speech, 천·백·십 after a big unit count the next smaller one: `1억2천` is 120,000,000, `3만5천`
 * 35,000. Null when it is no amount or ambiguous (`1억500`, `3만5`).
 */
export function readWonUnits(text: string): bigint | null {
  const decimals = /\.(\d+)/.exec(text)?.[1]
  if (decimals === undefined) return readWhole(text)
  // A fraction needs a single unit: 1.5억2천 is invalid.
  const plain = removeThousands(text)
  if (plain === null || !/^\d+\.\d+[조억만천백십]+$/.test(plain)) return null
  const digits = readWhole(plain.replace('.', ''))
  const factor = 10n ** BigInt(decimals.length)
  return digits === null || digits % factor !== 0n ? null : digits / factor
}

function readWhole(text: string): bigint | null {
  let total = 0n
  let rest = text
  let limit: bigint | null = null
  let last: (typeof bigUnits)[number] | null = null
  for (const unit of bigUnits) {
    const unitIndex = rest.indexOf(unit.name)
    if (unitIndex === -1) continue
    const count = unitIndex === 0 && last === null ? 1n : (readSection(rest.slice(0, unitIndex))?.value ?? null)
    if (count === null || count === 0n || (limit !== null && count * unit.value >= limit)) return null
    total += count * unit.value
    rest = rest.slice(unitIndex + 1)
    limit = unit.value
    last = unit
  }
  const tail = rest === '' ? 0n : readTail(rest, last)
  return tail === null ? null : total + tail
}

/** The part after the last big unit, or the whole text without one. */
function readTail(text: string, unit: (typeof bigUnits)[number] | null): bigint | null {
  const section = readSection(text)
  if (section === null) return null
  if (unit === null) return section.value
  const scale = section.isCounted ? unit.below : 1n
  // Only a part was written in units: 1억2천500.
  if (section.isCounted && section.hasRest && scale > 1n) return null
  const value = section.value * scale
  const minValue = section.isCounted ? 0n : unit.below > 1n ? unit.below : 10n
  return value >= minValue && value < unit.value ? value : null
}

/** `2천5백`, `350`, `천`: a number below ten thousand, or digits alone. */
function readSection(text: string): { value: bigint; isCounted: boolean; hasRest: boolean } | null {
  const match = text === '' ? null : sectionPattern.exec(text)
  if (!match) return null
  let value = 0n
  let limit: bigint | null = null
  for (const [index, name] of (['천', '백', '십'] as const).entries()) {
    if (match[index * 2 + 2] === undefined) continue
    const part: bigint = parseNumeral(match[index * 2 + 1] ?? '1') * smallUnits[name]
    if (part === 0n || (limit !== null && part >= limit)) return null
    value += part
    limit = smallUnits[name]
  }
  const rest = match[7]
  if (rest === undefined) return { value, isCounted: true, hasRest: false }
  const units = parseNumeral(rest)
  // 5천2 means 5,200 when spoken and 5,002 when written.
  if (limit !== null && (units < 10n || units >= limit)) return null
  return { value: value + units, isCounted: limit !== null, hasRest: true }
}

function parseNumeral(digits: string): bigint {
  return BigInt(digits.replaceAll(',', ''))
}
