import { addDays } from '#domain/dates/office-date.ts'
import { vatOf } from '#domain/money/vat.ts'
import { addWorkingDays, floorToTens, toWorkingDay } from '../demo/demo-days.ts'
import { demoAddress, demoOwner } from '../demo/demo-people.ts'
import { createPicker, type Picker } from '../demo/demo-picker.ts'
import { edgeRecord, type DemoFields } from './demo-edge-records.ts'
import { purposes } from './demo-words.ts'

/**
 * Fields of demo case number `index` (without its group); they depend only on seed, index and the
 * office's day, so that demo data of any size begins with the same records.
 */
export function demoRecord(seed: number, index: number, today: string): DemoFields {
  const pick = createPicker(seed, index)
  const purpose = pick.weighted(purposes)
  const dates = demoDates(pick, today)
  const fees = pick.between(10, 45) * 10_000
  const fields: DemoFields = {
    ...dates,
    owner: demoOwner(pick),
    owner_address: demoAddress(pick),
    housing_reg_date: purpose.name === '임대주택 부기등기' ? addDays(dates.receipted_at, -pick.between(30, 900)) : null,
    purpose: purpose.name,
    fees,
    proof: pick.between(2, 12) * 1000,
    tax: demoTax(pick, purpose.tax),
    stamp: (purpose.tax === 'cancellation' ? 4000 : 18_000) * pick.between(1, 3),
  }
  const edited = { ...fields, ...edgeRecord(index, today) }
  return { fees_vat: vatOf(Number(edited['fees'])), ...edited }
}

function demoTax(pick: Picker, kind: (typeof purposes)[number]['tax']): number {
  if (kind === 'cancellation') return 7200 * pick.between(1, 3)
  if (kind === 'mortgage') return floorToTens(pick.between(100, 600) * 1_000_000 * 1.2 * 0.0024)
  return floorToTens((pick.between(2100, 9800) * 100_000 * pick.between(110, 460)) / 10_000)
}

/**
 * Documents arrive on a working day of the past 18 months; filing and certificate follow and are
 * empty while they would be in the future.
 */
function demoDates(pick: Picker, today: string) {
  const receipted_at = toWorkingDay(addDays(today, -pick.between(1, 547)))
  const planned = addWorkingDays(receipted_at, pick.between(2, 20))
  const isFiled = planned <= today
  const certified = addWorkingDays(planned, pick.between(3, 7))
  return {
    receipted_at,
    regi_date: planned,
    created_at: isFiled ? planned : null,
    registrated_at: isFiled && certified <= today ? certified : null,
  }
}
