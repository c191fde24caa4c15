import { addDays } from '#domain/dates/office-date.ts'

/**
 * A UUIDv7 derived from seed and index only; its timestamps are one minute apart from the start of
 * 2026.
 */
export function createDemoId(seed: number, index: number): string {
  const pick = createPicker(seed ^ 0x5eed, index)
  const time = (Date.UTC(2026, 0, 1) + index * 60_000).toString(16).padStart(12, '0')
  const digits = (count: number) => Array.from({ length: count }, () => pick.between(0, 15).toString(16)).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-8${digits(3)}-${digits(12)}`
}

export type Picker = ReturnType<typeof createPicker>

/** A separate mulberry32 generator per record, so that no record depends on the one before it. */
export function createPicker(seed: number, index: number) {
  let state = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  function oneOf<T>(choices: readonly T[]): T {
    const item = choices[between(0, choices.length - 1)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  function weighted<T extends { share: number }>(choices: readonly T[]): T {
    let remainingShare = next() * 100
    return choices.find((entry) => (remainingShare -= entry.share) < 0) ?? oneOf(choices)
  }
  return { next, between, oneOf, weighted, chance: (percent: number) => next() * 100 < percent }
}

/** The nearest weekday: Saturday becomes Friday, Sunday becomes Monday. Ignores holidays. */
export function toWorkingDay(day: string): string {
  return addDays(day, [1, 0, 0, 0, 0, 0, -1][weekday(day)] ?? 0)
}

/** Adds weekdays to a day that is a weekday itself. Ignores holidays. */
export function addWorkingDays(from: string, days: number): string {
  const fromMonday = weekday(from) - 1
  const weeks = Math.floor((fromMonday + days) / 5)
  return addDays(from, days + weeks * 2)
}

/** The last day of the month. */
export function getMonthEnd(day: string): string {
  const [year, month] = day.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, month ?? 1, 0)).toISOString().slice(0, 10)
}

/** Rounds a public charge down to ten won (10원 절사). */
export function floorToTens(won: number): number {
  return Math.floor(won / 10) * 10
}

/** 0 is Sunday. */
function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
