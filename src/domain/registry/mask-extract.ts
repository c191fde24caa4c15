import { extractSchema, type Extract } from '#contract/addresses/extract.ts'
import { maskResidentNumbers, residentNumberFault } from '#contract/numbers/resident-number.ts'
import { digitsOf, formatPartyNumber, maskPartyNumber, type PartyKind } from '../text/party-number.ts'

/** The extract as it may be kept and shown: numbers of persons end after the digit of their kind, wherever a source has written them. */
export function maskExtract(extract: Extract): Extract {
  return extractSchema.parse(
    JSON.parse(JSON.stringify(extract), (key, value: unknown) => {
      if (typeof value !== 'string') return value
      return key === 'num_masked' ? maskNumber(value) : maskResidentNumbers(value)
    }),
  )
}

/** Of a corporation all of it stands; whatever could be a person's is hidden, for it stands in texts in which no resident number may. */
export function maskNumber(text: string): string {
  const digits = digitsOf(text)
  if (text.includes('*') || digits.length !== 13) return maskResidentNumbers(text)
  const whole = formatPartyNumber(digits)
  return residentNumberFault(whole) === null ? whole : maskPartyNumber('person', digits)
}

/** Whose thirteen digits are; masked ones are a person's. */
export function kindOfNumber(text: string): PartyKind {
  if (text.includes('*')) return 'person'
  const digits = digitsOf(text)
  if (digits.length !== 13) return 'person'
  return residentNumberFault(`법인등록번호 ${formatPartyNumber(digits)}`) === null ? 'corporation' : 'person'
}
