import type { KnownOffice } from '#domain/office/office-words.ts'
import { nobody } from '../ui/office-facts.ts'

/**
 * Whether an answer matches office/office-settings.ts. Checked by hand because visitors don't
 * load zod; office-shape.test.ts keeps the two in step.
 */
export function isOffice(data: unknown): data is KnownOffice {
  if (typeof data !== 'object' || data === null) return false
  const facts: Readonly<Record<string, unknown>> = { ...data }
  return (
    Number(facts['version']) > 0 &&
    Number.isInteger(facts['version']) &&
    areFees(facts['fees']) &&
    Object.entries(nobody).every(([key, none]) => key === 'fees' || isLike(facts[key], none))
  )
}

/**
 * A fact that is null in the empty office may be null or a string; others must have the same type.
 */
function isLike(fact: unknown, none: unknown): boolean {
  if (Array.isArray(none)) return Array.isArray(fact) && fact.every((one) => typeof one === 'string')
  return none === null ? fact === null || typeof fact === 'string' : typeof fact === typeof none
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
