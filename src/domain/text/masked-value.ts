import type { Field, FieldValue } from '#contract/books/field.ts'
import { readRegion } from '../office/region.ts'

/** How a value of a person is hidden in a file (research/domain.md §4 R10); which fields are, their description says. */
export type Masking = NonNullable<Field['masks']>

const stars = '****'

/**
 * What of a value stands in a file that hides: enough to tell one from another, too little to reach or charge somebody. Empty values stay empty, what is hidden already stays as it is. What cannot be told apart is
 * hidden whole.
 */
export function maskedValue(masking: Masking, value: FieldValue): FieldValue {
  const text = typeof value === 'string' ? value.trim() : value
  if (typeof text !== 'string' || text === '' || isMaskedText(text)) return value
  return maskers[masking](text)
}

/** Whether a text was hidden by `maskedValue`; nobody's value holds four stars in a row. */
export function isMaskedText(text: string): boolean {
  return text.includes(stars)
}

const maskers: Readonly<Record<Masking, (text: string) => string>> = {
  phone: (text) => (isPhone(text) ? text.replace(phoneNumber, maskedPhone) : stars),
  email: (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? text.replace(/^([^@]{1,2})[^@]*@/, `$1${stars}@`) : stars),
  number: maskedNumber,
  address: (text) => `${readRegion(text).district}${stars}`,
  whole: () => stars,
}

/** One number of a field that may hold several, with what is written between its groups. */
const phoneNumber = /\+?\d(?:[\d\s().-]{5,}\d)/g

function isPhone(text: string): boolean {
  // Digits that no number takes in would stay readable.
  return /\d/.test(text) && !/\d{3}/.test(text.replace(phoneNumber, ''))
}

/** `010-****-5678`, `02-****-5678`: whom it may belong to, never all of it. */
function maskedPhone(number: string): string {
  const groups = number.split(/\D+/).filter((group) => group !== '')
  const digits = groups.join('')
  const first = groups.length > 1 ? (groups[0] ?? '') : digits.slice(0, 3)
  return first.length + 4 < digits.length ? `${first}-${stars}-${digits.slice(-4)}` : stars
}

/** The last four digits, as on a receipt. */
function maskedNumber(text: string): string {
  const digits = text.replace(/\D/g, '')
  return digits.length < 8 ? stars : `${stars}-${digits.slice(-4)}`
}
