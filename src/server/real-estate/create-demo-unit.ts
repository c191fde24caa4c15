import { splitUnitNumber } from '#contract/real-estate/unit-number.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { newOffice } from '#domain/office/office.ts'
import { pickDemoPerson } from '#server/demo/demo-clients.ts'
import {
  addWorkingDays,
  createDemoId,
  createPicker,
  floorToTens,
  type Picker,
  toWorkingDay,
} from '#server/demo/demo-picker.ts'
import type { DemoFields, DemoGroup } from './demo-case-book.ts'

/** A demo unit and the values its parts are derived from. */
export interface DemoUnit {
  readonly fields: DemoFields
  readonly group: DemoGroup
  readonly owners: readonly string[]
  readonly bank: DemoBank | null
}

/** Demo unit number `index`; it depends only on seed, index and the office's day. */
export function createDemoUnit(options: { seed: number; index: number; today: string; group: DemoGroup }): DemoUnit {
  const { seed, index, today, group } = options
  const pick = createPicker(seed ^ 0x5e7, index)
  const edge = edgeUnit(index, today)
  const owners = edge.owners ?? Array.from({ length: pickOwnerCount(pick) }, () => pickDemoPerson(pick))
  const bank = pick.chance(70) ? pick.oneOf(createDemoBanks(seed)) : null
  const dongho = edge.dongho ?? unitNumber(group, Math.floor(index / 3))
  const price = pick.between(2100, 9800) * 100_000
  const name = { group_id: group.id, dongho, ...splitUnitNumber(dongho) }
  if (edge.isEmpty) return { fields: name, group, owners, bank }
  const fields: DemoFields = {
    ...name,
    purpose: bank ? '소유권이전 및 근저당권설정' : '소유권이전',
    owner: owners.length > 1 ? `${owners[0]} 외 ${owners.length - 1}명` : (owners[0] ?? null),
    dedicated_area: pick.oneOf(areas),
    land_area: pick.between(150_000, 620_000) / 10_000,
    immovable_num: `0000-2026-${String(index + 1).padStart(6, '0')}`,
    price,
    total_tax: floorToTens((price * pick.between(110, 460)) / 10_000),
    total_ownership_fee: transferFee(price),
    ...makeMortgage(pick, bank, price),
    ...makeFiling(pick, { today, hasMortgage: bank !== null }),
    housing_reg_date: null,
    ownership_lawyer: pick.chance(80) ? `법무사 ${newOffice.scrivener}` : '솔빛합동법무사',
  }
  return { fields: { ...fields, ...edge.fields }, group, owners, bank }
}

const areas = [39.12, 49.7725, 59.9451, 74.8103, 84.9712, 84.9934, 101.842, 114.97] as const

/** Usually one owner, often a couple. */
function pickOwnerCount(pick: Picker): number {
  return pick.weighted([
    { share: 62, count: 1 },
    { share: 30, count: 2 },
    { share: 8, count: 3 },
  ]).count
}

/**
 * Number of the unit at `position` in a group: twenty-eight units per 동; the fifth 동 is 1001동, and
 * an 오피스텔 has none.
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
  const hundredMillion = 100_000_000
  if (price <= 3 * hundredMillion) return floorToTens(260_000 + (price - hundredMillion) * 0.0009)
  if (price <= 5 * hundredMillion) return floorToTens(440_000 + (price - 3 * hundredMillion) * 0.0008)
  return floorToTens(600_000 + (price - 5 * hundredMillion) * 0.0007)
}

function makeMortgage(pick: Picker, bank: DemoBank | null, price: number): DemoFields {
  if (!bank) return { mortgage_bank_id: null, total_mortgage_fee: null, claim_amount: null }
  const loan = Math.round((price * pick.between(40, 70)) / 100 / 1_000_000) * 1_000_000
  return {
    mortgage_bank_id: bank.id,
    total_mortgage_fee: pick.between(20, 45) * 10_000,
    claim_amount: Math.round((loan * pick.oneOf([110, 120])) / 100),
  }
}

/**
 * Documents arrive on a working day of the past 18 months; filing, its numbers and the certificate
 * follow and are empty while they would be in the future.
 */
function makeFiling(pick: Picker, { today, hasMortgage }: { today: string; hasMortgage: boolean }): DemoFields {
  const receiptedAt = toWorkingDay(addDays(today, -pick.between(1, 547)))
  const filed = addWorkingDays(receiptedAt, pick.between(2, 20))
  const certified = addWorkingDays(filed, pick.between(3, 7))
  const isFiled = filed <= today
  const status = isFiled ? (certified <= today ? 'completed' : 'processing') : null
  const number = pick.between(1000, 98_000)
  return {
    receipted_at: receiptedAt,
    regi_date: filed,
    registrated_at: certified <= today ? certified : null,
    contract_date: addDays(receiptedAt, -pick.between(20, 400)),
    transfer_ownership_receipt_num: isFiled ? `제${number}호` : null,
    transfer_ownership_status: status,
    mortgage_receipt_num: isFiled && hasMortgage ? `제${number + 1}호` : null,
    mortgage_status: hasMortgage ? status : null,
  }
}

/** Fictional banks; their numbers have wrong check digits, so that they belong to nobody. */
const banks = [
  {
    name: '주식회사 해든은행',
    position: '달빛지점',
    address: '가람도 솔빛시 해든구 해든대로12길 1',
    owner_name: '윤여울',
  },
  { name: '누리상호금융', position: null, address: '누리군 하늘면 별빛로3길 10', owner_name: '최도담' },
  { name: '솔빛새마음금고', position: '나루지점', address: '가람도 솔빛시 나루구 여울강변로 50', owner_name: '한나래' },
  { name: '주식회사 가람저축은행', position: '본점', address: '가람도 해든시 가온읍 달빛로 3', owner_name: '오하람' },
] as const

type DemoBank = ReturnType<typeof createDemoBanks>[number]

export function createDemoBanks(seed: number) {
  return banks.map((bank, index) => ({
    id: createDemoId(seed ^ 0xba2, index),
    version: 1,
    is_demo: true,
    ...bank,
    corporate_num: `000000-000000${index + 1}`,
    company_num: `000-00-0000${index + 1}`,
  }))
}

interface EdgeUnit {
  readonly dongho?: string
  readonly owners?: readonly string[]
  readonly fields?: DemoFields
  /** Only its name is known. */
  readonly isEmpty?: true
}

/**
 * Fields in which demo unit number `index` differs from an ordinary one. The first units test the
 * limits of screens, forms and sums.
 */
function edgeUnit(index: number, today: string): EdgeUnit {
  return (index < 32 ? edgeUnits(today)[index] : undefined) ?? {}
}

const longName = '주식회사 가온누리해든솔빛별빛달빛여울도담미르나래종합개발'

function edgeUnits(today: string): readonly EdgeUnit[] {
  return [
    { owners: ['김가온', '김나래', '김달래', '김도담', '김미르', '김보람', '김새론'] },
    { owners: ['가온부동산신탁(주)'], fields: { purpose: '신탁' } },
    // Numbers 2, 5, 8 … belong to the 오피스텔 group.
    { dongho: '지하1층 B01호' },
    { fields: { housing_reg_date: addDays(today, -400), purpose: '임대주택 부기등기' } },
    { fields: { housing_reg_date: addDays(today, -35) } },
    { fields: { price: 0, total_tax: 0, total_ownership_fee: 0, total_mortgage_fee: 0 } },
    { fields: processing(today) },
    { fields: processing(today) },
    { owners: [], isEmpty: true },
    { owners: [longName] },
    { owners: ['김하람'] },
    { owners: ['김하람'] },
    { fields: { price: 4_812_345_670 } },
    ...[0, 0, 1, 1, 2, 2].map((days) => ({ fields: upcoming(addDays(today, days)) })),
  ]
}

/** Filed but not completed. */
function processing(today: string): DemoFields {
  return {
    regi_date: addDays(today, -2),
    registrated_at: null,
    transfer_ownership_receipt_num: '제70001호',
    transfer_ownership_status: 'processing',
  }
}

/** Filed today, tomorrow or the day after, which the list highlights. */
function upcoming(day: string): DemoFields {
  return {
    regi_date: day,
    registrated_at: null,
    transfer_ownership_receipt_num: null,
    transfer_ownership_status: null,
    mortgage_receipt_num: null,
    mortgage_status: null,
  }
}
