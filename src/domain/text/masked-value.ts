import type { Field, FieldValue } from '#contract/books/field.ts'
import { readRegion } from '#domain/office/region.ts'

/** How a personal value is masked in a file; the field's description decides which fields are. */
export type MaskKind = NonNullable<Field['masks']>

const stars = '****'

/**
 * The masked value: enough to tell values apart, too little to contact or charge somebody. Empty
 * and already masked values stay unchanged; values that cannot be parsed are hidden completely.
 */
export function maskValue(masking: MaskKind, value: FieldValue): FieldValue {
  const text = typeof value === 'string' ? value.trim() : value
  if (typeof text !== 'string' || text === '' || isMaskedText(text)) return value
  return maskers[masking](text)
}

/** Whether a text was masked by `maskValue`; no real value contains four stars in a row. */
export function isMaskedText(text: string): boolean {
  return text.includes(stars)
}

const maskers: Readonly<Record<MaskKind, (text: string) => string>> = {
  phone: (text) => (isPhone(text) ? text.replace(phoneNumber, maskPhone) : stars),
  email: (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? text.replace(/^([^@]{1,2})[^@]*@/, `$1${stars}@`) : stars),
  number: maskNumber,
  address: (text) => `${readRegion(text).district}${stars}`,
  whole: () => stars,
}

/** One number of a field that may contain several, with its separators. */
const phoneNumber = /\+?\d(?:[\d\s().-]{5,}\d)/g

function isPhone(text: string): boolean {
  // Digits outside any matched number would stay readable.
  return /\d/.test(text) && !/\d{3}/.test(text.replace(phoneNumber, ''))
}

/** `010-****-5678`, `02-****-5678`. */
function maskPhone(number: string): string {
  const groups = number.split(/\D+/).filter((group) => group !== '')
  const digits = groups.join('')
  const first = groups.length > 1 ? (groups[0] ?? '') : digits.slice(0, 3)
  return first.length + 4 < digits.length ? `${first}-${stars}-${digits.slice(-4)}` : stars
}

/** The last four digits, as on a receipt. */
function maskNumber(text: string): string {
  const digits = text.replace(/\D/g, '')
  return digits.length < 8 ? stars : `${stars}-${digits.slice(-4)}`
}
