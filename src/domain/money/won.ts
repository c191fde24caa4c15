import { isEmptyEntry, misplacedComma, plainEntry, withoutThousands } from '../entry/plain-entry.ts'
import { readWonUnits } from './won-units.ts'

/** `1,234,000`; null gives an empty text. Screens that show the unit add 원. */
export function formatWon(amount: number | null): string {
  return amount === null ? '' : grouped.format(amount)
}

const grouped = new Intl.NumberFormat('ko-KR')

/** A text as an amount of whole won (null: empty), or why it is none. */
export type ReadWon =
  | { readonly ok: true; readonly value: number | null }
  | { readonly ok: false; readonly message: string }

/** Largest absolute amount, the same as in `wonSchema`. */
const maxWon = 999_999_999_999_999

/**
 * Parses amounts wherever they are typed, pasted or imported: `1,234,000원`, `₩5,000`, `38만`,
 * `1억2천`, `1.5억`, `=200000+50000-3만`, also in full-width digits, and as sheets write them:
 * `(1,234)` and `△1,234` as negative, `1,234.00`, `1.2E+5`, `-` for none. Invalid and ambiguous
 * texts are refused; nothing becomes 0 silently.
 */
export function readWon(text: string): ReadWon {
  // A space between digits is only allowed where a comma would be: `1,000 2,000` are two amounts.
  const typed = plainEntry(text).replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, ',')
  if (isEmptyEntry(typed)) return { ok: true, value: null }
  if (/[\d.,]\s+[\d.,]/.test(typed)) return notUnderstood
  const plain = typed.replace(/\s/g, '')
  const total = plain.startsWith('=') ? readSum(plain.slice(1)) : readSigned(plain)
  if (typeof total !== 'bigint') return refusals[total ?? 'none']
  if (total > maxWon || total < -maxWon) return { ok: false, message: '금액이 너무 큽니다.' }
  return { ok: true, value: Number(total) }
}

const notUnderstood = { ok: false, message: '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.' } as const
const refusals = {
  none: notUnderstood,
  fraction: { ok: false, message: '금액은 원 단위 정수로 입력해 주세요.' },
  comma: { ok: false, message: `${misplacedComma} 250,000처럼 입력해 주세요.` },
} as const

/** `fraction`: an amount, but not of whole won. `comma`: its commas do not separate thousands. */
type Amount = bigint | 'fraction' | 'comma' | null

/** Only after `=`: 010-1234-5678 is no sum. */
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
  if (inBrackets !== undefined) return negated(readUnsigned(inBrackets))
  const [, before = '', after = '', body = ''] = /^([+\-△▲]?)[₩\\]?([+-]?)(.*)$/.exec(text) ?? []
  if (before !== '' && after !== '') return null
  const amount = readUnsigned(body)
  return before + after === '' || before + after === '+' ? amount : negated(amount)
}

function negated(amount: Amount): Amount {
  return typeof amount === 'bigint' ? -amount : amount
}

function readUnsigned(text: string): Amount {
  const body = text.replace(/^(일?금)?[₩\\]?/, '').replace(/원정?$/, '')
  if (/^\d+(\.\d+)?E\+\d{1,2}$/.test(body)) return wholeOf(Number(body))
  // `1.000` may be one or, as other countries write it, a thousand.
  if (/^\d{1,3}\.\d{3}$/.test(body)) return 'fraction'
  const digits = withoutThousands(body)
  if (digits === null) return 'comma'
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d*))?$/.exec(digits) ?? []
  if (whole !== undefined) return /[1-9]/.test(decimals) ? 'fraction' : BigInt(whole)
  return /[조억만천백십]$|[조억만천백십][\d,]+$/.test(body) ? readWonUnits(body) : null
}

function wholeOf(amount: number): Amount {
  return Number.isInteger(amount) ? BigInt(amount) : 'fraction'
}
