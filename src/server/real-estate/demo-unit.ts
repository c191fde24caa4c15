import { partsOfUnitNumber } from '#contract/real-estate/unit-number.ts'
import { newOffice } from '#domain/office/office.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { addWorkingDays, floorToTens, toWorkingDay } from '../demo/demo-days.ts'
import { demoPerson } from '../demo/demo-people.ts'
import { createPicker, type Picker } from '../demo/demo-picker.ts'
import { demoBanks, type DemoBank } from './demo-banks.ts'
import type { DemoFields } from './demo-edge-records.ts'
import { edgeUnit } from './demo-edge-units.ts'
import type { DemoGroup } from './demo-groups.ts'

/** A demo unit and the values its parts are derived from. */
export interface DemoUnit {
  readonly fields: DemoFields
  readonly group: DemoGroup
  readonly owners: readonly string[]
  readonly bank: DemoBank | null
}

/** Demo unit number `index`; it depends only on seed, index and the office's day. */
export function demoUnit(wanted: { seed: number; index: number; today: string; group: DemoGroup }): DemoUnit {
  const { seed, index, today, group } = wanted
  const pick = createPicker(seed ^ 0x5e7, index)
  const edge = edgeUnit(index, today)
  const owners = edge.owners ?? Array.from({ length: ownersOf(pick) }, () => demoPerson(pick))
  const bank = pick.chance(70) ? pick.one(demoBanks(seed)) : null
  const dongho = edge.dongho ?? unitNumber(group, Math.floor(index / 3))
  const price = pick.between(2100, 9800) * 100_000
  const fields: DemoFields = {
    group_id: group.id,
    dongho,
    ...partsOfUnitNumber(dongho),
    purpose: bank ? '소유권이전 및 근저당권설정' : '소유권이전',
    owner: owners.length > 1 ? `${owners[0]} 외 ${owners.length - 1}명` : (owners[0] ?? null),
    dedicated_area: pick.one(areas),
    land_area: pick.between(150_000, 620_000) / 10_000,
    immovable_num: `0000-2026-${String(index + 1).padStart(6, '0')}`,
    price,
    total_tax: floorToTens((price * pick.between(110, 460)) / 10_000),
    total_ownership_fee: transferFee(price),
    ...mortgageOf(pick, bank, price),
    ...filingOf(pick, { today, hasMortgage: bank !== null }),
    housing_reg_date: null,
    ownership_lawyer: pick.chance(80) ? `법무사 ${newOffice.scrivener}` : '솔빛합동법무사',
  }
  return { fields: { ...fields, ...edge.fields }, group, owners, bank }
}

const areas = [39.12, 49.7725, 59.9451, 74.8103, 84.9712, 84.9934, 101.842, 114.97] as const

/** Usually one owner, often a couple. */
function ownersOf(pick: Picker): number {
  return pick.weighted([
    { share: 62, count: 1 },
    { share: 30, count: 2 },
    { share: 8, count: 3 },
  ]).count
}

/**
 * Number `place` of a group: twenty-eight units per 동; the fifth 동 is 1001동, and an 오피스텔 has none.
 */
function unitNumber({ type }: DemoGroup, position: number): string {
  if (type === '오피스텔') return `${2 + Math.floor(position / 10)}${String((position % 10) + 1).padStart(2, '0')}호`
  const block = Math.floor(position / 28)
  const dong = block === 4 ? 1001 : 101 + block + (block >= 900 ? 1 : 0)
  const [floor, line] = [Math.floor((position % 28) / 4) + 1, (position % 4) + 1]
  return `${dong}동 ${floor * 2}0${line}호`
}

/** 기본보수 of a transfer up to 10억. */
function transferFee(price: number): number {
  const hundred = 100_000_000
  if (price <= 3 * hundred) return floorToTens(260_000 + (price - hundred) * 0.0009)
  if (price <= 5 * hundred) return floorToTens(440_000 + (price - 3 * hundred) * 0.0008)
  return floorToTens(600_000 + (price - 5 * hundred) * 0.0007)
}

function mortgageOf(pick: Picker, bank: DemoBank | null, price: number): DemoFields {
  if (!bank) return { mortgage_bank_id: null, total_mortgage_fee: null, claim_amount: null }
  const loan = Math.round((price * pick.between(40, 70)) / 100 / 1_000_000) * 1_000_000
  return {
    mortgage_bank_id: bank.id,
    total_mortgage_fee: pick.between(20, 45) * 10_000,
    claim_amount: Math.round((loan * pick.one([110, 120])) / 100),
  }
}

/**
 * Documents arrive on a working day of the past 18 months; filing, its numbers and the certificate
 * follow and are empty while they would be in the future.
 */
function filingOf(pick: Picker, { today, hasMortgage }: { today: string; hasMortgage: boolean }): DemoFields {
  const receipted_at = toWorkingDay(addDays(today, -pick.between(1, 547)))
  const filed = addWorkingDays(receipted_at, pick.between(2, 20))
  const certified = addWorkingDays(filed, pick.between(3, 7))
  const isFiled = filed <= today
  const status = isFiled ? (certified <= today ? 'completed' : 'processing') : null
  const number = pick.between(1000, 98_000)
  return {
    receipted_at,
    regi_date: filed,
    registrated_at: certified <= today ? certified : null,
    contract_date: addDays(receipted_at, -pick.between(20, 400)),
    transfer_ownership_receipt_num: isFiled ? `제${number}호` : null,
    transfer_ownership_status: status,
    mortgage_receipt_num: isFiled && hasMortgage ? `제${number + 1}호` : null,
    mortgage_status: hasMortgage ? status : null,
  }
}
