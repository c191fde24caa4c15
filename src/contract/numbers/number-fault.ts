import { numberIdOf } from './sealed-number.ts'
import { holdsResidentNumber, residentNumberFault } from './resident-number.ts'
import type { Field, FieldValue } from '../books/field.ts'

/**
 * Error message if a text holds a resident number that the field must not contain, else null.
 * Encrypted fields may hold them. In a mail number field, exactly thirteen digits are a mail number
 * (1110101234567 also looks like a date of birth). In a corporation field the text is checked as if
 * 법인등록번호 preceded it.
 */
export function numberFaultIn(
  field: Pick<Field, 'kind' | 'isMailNumber' | 'isCorporateNumber'>,
  text: string,
): string | null {
  if (field.kind === 'secret' || (field.isMailNumber && /^\d{13}$/.test(text.trim()))) return null
  return residentNumberFault(field.isCorporateNumber ? `법인등록번호 ${text}` : text)
}

/**
 * Whether any value must not stay on a device: a number in free text, or an unencrypted one in its
 * own field (party-number.ts). Keys that are no field are checked as free text.
 */
export function holdNumber(
  fields: readonly Field[],
  values: Readonly<Record<string, FieldValue | undefined>>,
): boolean {
  return Object.entries(values).some(([key, value]) => {
    if (typeof value !== 'string') return false
    const field = fields.find((each) => each.key === key)
    if (field?.kind === 'secret') return value !== '' && numberIdOf(value) === null
    return field ? numberFaultIn(field, value) !== null : holdsResidentNumber(value)
  })
}
