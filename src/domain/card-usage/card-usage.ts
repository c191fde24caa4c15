import { toOfficeMoment } from '#domain/dates/office-moment.ts'
import { readWonText } from '#domain/money/won.ts'

/** Purposes of card use, in the order of totals and choices. */
export const cardPurposes = ['점심', '저녁', '기타'] as const
export type CardPurpose = (typeof cardPurposes)[number]

/**
 * The purpose in a received text: 점심 or lunch, 저녁 or dinner in any case; everything else, even
 * empty, is 기타.
 */
export function parsePurpose(received: string | null): CardPurpose {
  const text = (received ?? '').normalize('NFC').toLowerCase()
  if (text.includes('점심') || text.includes('lunch')) return '점심'
  if (text.includes('저녁') || text.includes('dinner')) return '저녁'
  return '기타'
}

/** The purpose a use at this time (`12:30`) probably has. */
export function guessPurpose(time: string): CardPurpose {
  const hour = Number(time.slice(0, 2))
  if (hour >= 11 && hour < 15) return '점심'
  return hour >= 17 && hour < 22 ? '저녁' : '기타'
}

/**
 * Won of the received amount; 0 if that is no integer. Commas and 원 are accepted as Korean card
 * companies write them (`12,000원`). A cancelled use is negative.
 */
export function parseAmount(received: string | null): number {
  return readWonText(received ?? '')
}

/** The text to store for a chosen purpose: the received one if it means the same. */
export function resolveStoredPurpose(purpose: CardPurpose, received: string | null): string | null {
  return parsePurpose(received) === purpose ? received : purpose
}

/** The text to store for an entered amount: the received one if the amount is the same. */
export function resolveStoredPay(amount: number, received: string | null): string {
  return received !== null && parseAmount(received) === amount ? received : String(amount)
}

/**
 * The fields sums need. HAZARD: one object may be reused for every row, so don't keep references to
 * it.
 */
export interface CountedUse {
  readonly created_at: string
  readonly pay: string | null
  readonly purpose: string | null
}

export interface CardTotals {
  readonly count: number
  readonly total: number
  readonly byPurpose: Readonly<Record<CardPurpose, number>>
}

/** A range of instants from `toInstantBounds`; null leaves a side open. */
export interface InstantRange {
  readonly from: string | null
  readonly to: string | null
}

/** Won per purpose and in total of the uses within a range. */
export function sumByPurpose(rows: Iterable<CountedUse>, range: InstantRange): CardTotals {
  const byPurpose = createEmptySums()
  let count = 0
  for (const row of rows) {
    if (!isWithin(row.created_at, range)) continue
    byPurpose[parsePurpose(row.purpose)] += parseAmount(row.pay)
    count += 1
  }
  return { count, total: addPurposes(byPurpose), byPurpose }
}

/**
 * Whole percent of the spending per purpose, without refunds. They add up to 100: what rounding
 * down leaves goes to the largest remainders. All are 0 without spending.
 */
export function computeCardShares({ byPurpose }: CardTotals): Record<CardPurpose, number> {
  const spent = cardPurposes.map((purpose) => Math.max(0, byPurpose[purpose]))
  const total = spent.reduce((sum, amount) => sum + amount, 0)
  const exact = cardPurposes.map((purpose, index) => {
    const percent = total > 0 ? ((spent[index] ?? 0) / total) * 100 : 0
    return { purpose, percent: Math.floor(percent), remainder: percent % 1 }
  })
  const left = total > 0 ? 100 - exact.reduce((sum, { percent }) => sum + percent, 0) : 0
  const shares = createEmptySums()
  for (const [index, { purpose, percent }] of exact.toSorted((a, b) => b.remainder - a.remainder).entries())
    shares[purpose] = percent + (index < left ? 1 : 0)
  return shares
}

export interface StoreTotal {
  readonly store: string
  readonly count: number
  readonly total: number
}

/** Won and uses per shop within a range, largest first. */
export function sumByStore(
  rows: Iterable<CountedUse & { readonly store_name: string | null }>,
  range: InstantRange,
): StoreTotal[] {
  const stores = new Map<string, StoreTotal>()
  for (const { created_at, pay, store_name } of rows) {
    if (!isWithin(created_at, range)) continue
    const store = store_name ?? ''
    const { count, total } = stores.get(store) ?? { count: 0, total: 0 }
    stores.set(store, { store, count: count + 1, total: total + parseAmount(pay) })
  }
  return [...stores.values()].toSorted((a, b) => b.total - a.total || (a.store < b.store ? -1 : 1))
}

export interface CardMonth {
  /** `2026-11`. */
  readonly month: string
  readonly byPurpose: Readonly<Record<CardPurpose, number>>
}

/**
 * Won per month in office time and purpose, for every month from `first` to `last` (`YYYY-MM`),
 * empty ones included. An empty end is the first or last month with a use.
 */
export function sumByMonth(rows: Iterable<CountedUse>, { first, last }: { first: string; last: string }): CardMonth[] {
  const sums = new Map<string, Record<CardPurpose, number>>()
  for (const row of rows) {
    const month = toOfficeMoment(row.created_at)?.day.slice(0, 7) ?? ''
    if (month === '' || month < first || (last !== '' && month > last)) continue
    const sum = sums.get(month) ?? createEmptySums()
    sum[parsePurpose(row.purpose)] += parseAmount(row.pay)
    sums.set(month, sum)
  }
  const used = [...sums.keys()].toSorted()
  const [from = last, to = first] = [first || used[0], last || used.at(-1)]
  return from === '' || to === ''
    ? []
    : listMonths(from, to).map((month) => ({ month, byPurpose: sums.get(month) ?? createEmptySums() }))
}

function listMonths(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = countMonths(first); month <= countMonths(last); month += 1) {
    months.push(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`)
  }
  return months
}

function countMonths(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
}

function isWithin(instant: string, { from, to }: InstantRange): boolean {
  return (from === null || instant >= from) && (to === null || instant <= to)
}

function createEmptySums(): Record<CardPurpose, number> {
  return { 점심: 0, 저녁: 0, 기타: 0 }
}

function addPurposes(byPurpose: Readonly<Record<CardPurpose, number>>): number {
  return cardPurposes.reduce((sum, purpose) => sum + byPurpose[purpose], 0)
}
