import type { KnownOffice } from '#domain/office/office-words.ts'
import { unknownOffice } from '../ui/office-facts.ts'

/**
 * Whether an answer matches office/office-settings.ts. Checked by hand because visitors don't
 * load zod; office-shape.test.ts keeps the two in step.
 */
export function isOffice(data: unknown): data is KnownOffice {
  if (typeof data !== 'object' || data === null) return false
  const fields: Readonly<Record<string, unknown>> = { ...data }
  return (
    Number(fields['version']) > 0 &&
    Number.isInteger(fields['version']) &&
    areFees(fields['fees']) &&
    Object.entries(unknownOffice).every(([key, sample]) => key === 'fees' || isLike(fields[key], sample))
  )
}

/**
 * A fact that is null in the empty office may be null or a string; others must have the same type.
 */
function isLike(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((one) => typeof one === 'string')
  return sample === null ? value === null || typeof value === 'string' : typeof value === typeof sample
}

function areFees(fees: unknown): boolean {
  return Array.isArray(fees) && fees.every(isFee)
}

function isFee(one: unknown): boolean {
  if (typeof one !== 'object' || one === null) return false
  const { price, fee }: { readonly price?: unknown; readonly fee?: unknown } = one
  return isSum(price) && isSum(fee)
}

function isSum(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
