import { findResidentNumberError, maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { extractSchema, type RegistryExtract } from '#contract/registry/extract.ts'
import { formatPersonNumber, keepDigits, maskPersonNumber, type PartyKind } from '#domain/text/person-number.ts'

/**
 * The extract with all resident numbers masked after the digit that follows the birth date, in
 * every field.
 */
export function maskExtract(extract: RegistryExtract): RegistryExtract {
  return extractSchema.parse(
    JSON.parse(JSON.stringify(extract), (key, value: unknown) => {
      if (typeof value !== 'string') return value
      return key === 'num_masked' ? maskNumber(value) : maskResidentNumbers(value)
    }),
  )
}

/**
 * Keeps a corporation's number and masks anything that could be a person's, because the texts it
 * goes into must contain no resident number.
 */
export function maskNumber(text: string): string {
  const digits = keepDigits(text)
  if (text.includes('*') || digits.length !== 13) return maskResidentNumbers(text)
  const fullNumber = formatPersonNumber(digits)
  return findResidentNumberError(fullNumber) === null ? fullNumber : maskPersonNumber('person', digits)
}

/** The kind of party of a thirteen-digit number; masked ones are a person's. */
export function classifyPersonNumber(text: string): PartyKind {
  if (text.includes('*')) return 'person'
  const digits = keepDigits(text)
  if (digits.length !== 13) return 'person'
  return findResidentNumberError(`법인등록번호 ${formatPersonNumber(digits)}`) === null ? 'corporation' : 'person'
}
