import { readWon } from '../money/won.ts'

/** Purposes of card use, in the order of totals and choices. */
export const cardPurposes = ['점심', '저녁', '기타'] as const
export type CardPurpose = (typeof cardPurposes)[number]

/**
 * The purpose in a received text: 점심 or lunch, 저녁 or dinner in any case; everything else, even
 * empty, is 기타.
 */
export function purposeOf(received: string | null): CardPurpose {
  const text = (received ?? '').normalize('NFC').toLowerCase()
  if (text.includes('점심') || text.includes('lunch')) return '점심'
  if (text.includes('저녁') || text.includes('dinner')) return '저녁'
  return '기타'
}

/**
 * Won of the received amount; 0 if that is no integer. Commas and 원 are accepted as Korean card
 * companies write them (`12,000원`). A cancelled use is negative.
 */
export function amountOf(received: string | null): number {
  const read = readWon(received ?? '')
  return read.ok ? (read.value ?? 0) : 0
}

/** The text to store for a chosen purpose: the received one if it means the same. */
export function purposeText(chosen: CardPurpose, received: string | null): string | null {
  return purposeOf(received) === chosen ? received : chosen
}

/** The text to store for an entered amount: the received one if the amount is the same. */
export function payText(amount: number, received: string | null): string {
  return received !== null && amountOf(received) === amount ? received : String(amount)
}
