import { addDays } from '#domain/dates/office-date.ts'
import type { Picker } from './demo-picker.ts'

/**
 * What the statutory register asks of a demo case in either book. Some lack it, so that the
 * register has something to point out. Takes a picker of its own, so that the other fields of a
 * case don't depend on it.
 */
export function makeDemoMandate(pick: Picker, receiptedAt: string) {
  const isOfSeveral = pick.chance(8)
  return {
    mandated_at: addDays(receiptedAt, -pick.between(0, 3)),
    verified_by: pick.chance(92) ? pick.oneOf(verifications) : null,
    client_birth:
      isOfSeveral && pick.chance(85) ? `19${pick.between(45, 99)}-0${pick.between(1, 9)}-1${pick.between(0, 9)}` : null,
    client_others: isOfSeveral ? pick.between(1, 4) : null,
    closed_at: null,
  }
}

const verifications = [
  'resident_card',
  'resident_card',
  'driver_license',
  'seal_certificate',
  'corporate_register',
] as const

/**
 * When a demo case reached the server: on the day of its documents, so that the register spreads
 * over the months as that of an office does.
 */
export function computeDemoEntry(receiptedAt: string | number | null | undefined, now: Date): string {
  return typeof receiptedAt === 'string' ? `${receiptedAt}T01:00:00+00:00` : now.toISOString()
}
