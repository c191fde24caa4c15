import type { Field, FieldKind, FieldValue } from '#contract/books/field.ts'
import { parsePurpose } from '#domain/card-usage/card-usage.ts'
import { formatWon, readWonText } from '#domain/money/won.ts'

/** The kind by which a field is filtered, sorted and added up. */
export function getValueKind({ kind, isWonText }: Pick<Field, 'kind' | 'isWonText'>): FieldKind {
  return isWonText ? 'won' : kind
}

/** Whether a field is compared by values other than the stored ones; several may be equal. */
export function isComparedOtherwise({ isWonText, isCardPurpose }: Pick<Field, 'isWonText' | 'isCardPurpose'>): boolean {
  return isWonText === true || isCardPurpose === true
}

/** The value by which a stored one is filtered, grouped, sorted and added up. */
export function toComparedValue(
  { isWonText, isCardPurpose }: Pick<Field, 'isWonText' | 'isCardPurpose'>,
  value: FieldValue,
): FieldValue {
  if (isCardPurpose) return parsePurpose(typeof value === 'string' ? value : null)
  return isWonText && typeof value === 'string' && value !== '' ? readWonText(value) : value
}

/** What the search finds of a value; null for nothing. An amount: `89,000` and `89000`. */
export function toSearchedText(field: Pick<Field, 'kind' | 'isWonText'>, value: unknown): string | null {
  if (getValueKind(field) !== 'won') return typeof value === 'string' ? value : null
  const amount = typeof value === 'string' && value !== '' ? readWonText(value) : value
  if (typeof amount !== 'number') return null
  return `${formatWon(amount)} ${amount}`
}
