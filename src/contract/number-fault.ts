import { numberIdOf } from './sealed-number.ts'
import { holdsResidentNumber, residentNumberFault } from './resident-number.ts'
import type { Field, FieldValue } from './books/field.ts'

/**
 * Why a text may not stand in a field for the resident number it holds; null when it may. The encrypted fields are where such numbers belong; in a field of mail numbers
 * thirteen digits and nothing else are one (1110101234567 would be a day, too). A field of corporations says the word that tells theirs apart.
 */
export function numberFaultIn(
  field: Pick<Field, 'kind' | 'isMailNumber' | 'isCorporateNumber'>,
  text: string,
): string | null {
  if (field.kind === 'secret' || (field.isMailNumber && /^\d{13}$/.test(text.trim()))) return null
  return residentNumberFault(field.isCorporateNumber ? `법인등록번호 ${text}` : text)
}

/**
 * Whether any of the values may not stand on a device: a number in free text, or one in its own field that is not sealed (party-number.ts). Keys that are no field are looked
 * at as free text.
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
