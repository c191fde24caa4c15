import { readWon } from '../money/won.ts'

/** What a card is used for, in the order of totals and choices (spec 1 §3). */
export const cardPurposes = ['점심', '저녁', '기타'] as const
export type CardPurpose = (typeof cardPurposes)[number]

/** What the received text says: 점심 or lunch, 저녁 or dinner in it, in any case; everything else, empty too, is 기타 (spec 1 §3). */
export function purposeOf(received: string | null): CardPurpose {
  const text = (received ?? '').normalize('NFC').toLowerCase()
  if (text.includes('점심') || text.includes('lunch')) return '점심'
  if (text.includes('저녁') || text.includes('dinner')) return '저녁'
  return '기타'
}

/**
 * Won of the received amount; 0 if that is no integer (spec 1 §3). Commas and 원 are how Korean card companies write one, so `12,000원` is 12000. A cancelled use is
 * negative.
 */
export function amountOf(received: string | null): number {
  const read = readWon(received ?? '')
  return read.ok ? (read.value ?? 0) : 0
}

/** The text to keep for a chosen purpose: the received one as long as it says the same. */
export function purposeText(chosen: CardPurpose, received: string | null): string | null {
  return purposeOf(received) === chosen ? received : chosen
}

/** The text to keep for an entered amount: the received one as long as it is the same amount. */
export function payText(amount: number, received: string | null): string {
  return received !== null && amountOf(received) === amount ? received : String(amount)
}
