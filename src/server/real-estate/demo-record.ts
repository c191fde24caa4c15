import { addDays } from '#domain/office-date.ts'
import { vatOf } from '#domain/vat.ts'
import { edgeRecord, type DemoFields } from './demo-edge-records.ts'
import { companies, estates, givenNames, places, purposes, roads, surnames } from './demo-words.ts'

/**
 * The fields of demo case number `index` (without its group). They depend on seed, index and the office's day only: any size of demo data begins with the same
 * records. Amounts and dates follow research/domain.md §7.
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

/** A UUIDv7 that depends on seed and index only; its time is one record a minute from the start of 2026. */
export function demoId(seed: number, index: number): string {
  const pick = createPicker(seed ^ 0x5eed, index)
  const time = (Date.UTC(2026, 0, 1) + index * 60_000).toString(16).padStart(12, '0')
  const digits = (count: number) => Array.from({ length: count }, () => pick.between(0, 15).toString(16)).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-8${digits(3)}-${digits(12)}`
}

export type Picker = ReturnType<typeof createPicker>

/** A small generator (mulberry32) of its own per record, so that no record depends on the one before it. */
export function createPicker(seed: number, index: number) {
  let state = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  function one<T>(list: readonly T[]): T {
    const found = list[between(0, list.length - 1)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  function weighted<T extends { share: number }>(list: readonly T[]): T {
    let left = next() * 100
    return list.find((entry) => (left -= entry.share) < 0) ?? one(list)
  }
  return { next, between, one, weighted, chance: (percent: number) => next() * 100 < percent }
}

function demoOwner(pick: Picker): string {
  const name = pick.chance(12) ? pick.one(companies) : `${pick.one(surnames)}${pick.one(givenNames)}`
  return pick.chance(8) ? `${name} 외 ${pick.between(1, 4)}명` : name
}

function demoAddress(pick: Picker): string {
  const home = `${pick.between(101, 118)}동 ${pick.between(1, 25)}0${pick.between(1, 6)}호`
  if (pick.chance(45)) return `${pick.one(places)} ${pick.between(1, 980)}-${pick.between(1, 40)}`
  return `가람도 솔빛시 해든구 ${pick.one(roads)} ${pick.between(1, 240)}, ${home} (달빛동, ${pick.one(estates)})`
}

function demoTax(pick: Picker, kind: (typeof purposes)[number]['tax']): number {
  if (kind === 'cancellation') return 7200 * pick.between(1, 3)
  if (kind === 'mortgage') return floorToTens(pick.between(100, 600) * 1_000_000 * 1.2 * 0.0024)
  return floorToTens((pick.between(2100, 9800) * 100_000 * pick.between(110, 460)) / 10_000)
}

/** Public charges drop what lies below ten won. */
function floorToTens(won: number): number {
  return Math.floor(won / 10) * 10
}

/** Documents came on a working day of the past 18 months; filing and certificate follow, and are empty while they lie in the future. */
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

function toWorkingDay(day: string): string {
  return addDays(day, [1, 0, 0, 0, 0, 0, -1][weekday(day)] ?? 0)
}

function addWorkingDays(from: string, days: number): string {
  const fromMonday = weekday(from) - 1
  const weeks = Math.floor((fromMonday + days) / 5)
  return addDays(from, days + weeks * 2)
}

/** 0 is Sunday. */
function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
