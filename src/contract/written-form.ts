import type { Field } from './books/field.ts'
import { plainNumber } from './plain-number.ts'
import { asUnitNumber } from './unit-number.ts'

type Numbered = Pick<
  Field,
  'isUnitNumber' | 'isImmovableNumber' | 'isCorporateNumber' | 'isMailNumber' | 'isHyphenated' | 'reach'
>

/** A number as the office writes it, whatever way it was typed; any other text as it is. */
export function asWritten(field: Numbered, text: string): string {
  if (field.isUnitNumber) return asUnitNumber(text)
  const digits = plainNumber(text).replace(/[\s-]/g, '')
  if (field.isImmovableNumber && /^\d{14}$/.test(digits)) return digits.replace(/^(.{4})(.{4})/, '$1-$2-')
  if (field.isCorporateNumber && /^\d{13}$/.test(digits)) return digits.replace(/^(.{6})/, '$1-')
  const isNumber = field.isHyphenated || field.isMailNumber || field.isImmovableNumber || field.isCorporateNumber
  return isNumber || field.reach === 'tel' ? plainNumber(text).trim() : text
}

/** Why a text is no such number; null when it is one. Check digits decide nothing (decision 24: corporations since 2025 have none). */
export function formFault(field: Numbered, written: string): string | null {
  if (field.isImmovableNumber && !/^\d{4}-\d{4}-\d{6}$/.test(written)) {
    return '부동산고유번호는 숫자 14자리(0000-0000-000000)로 입력해 주세요.'
  }
  if (field.isCorporateNumber && !/^\d{6}-\d{7}$/.test(written)) {
    return '법인등록번호는 숫자 13자리(000000-0000000)로 입력해 주세요.'
  }
  return null
}
