import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import { caseDateFields } from '#contract/records/list-query.ts'
import { addDays } from '#domain/dates/office-date.ts'
import type { CostRange } from '#domain/deposit-cases/cost-summary.ts'

export type PickBelow = (below: number) => number

/** Random integers below a bound, deterministic for a seed. */
export function createPicker(seed: number): PickBelow {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

/** Costs and days of a case, including empty and very large ones. */
export function createRandomCosts(pick: PickBelow) {
  const createAmount = () => [null, 0, 1, 999_999_999_999, pick(10_000_000)][pick(5)] ?? null
  const createDay = () => (pick(4) === 0 ? null : addDays('2026-01-01', pick(40)))
  return {
    ...(Object.fromEntries(costKeys.map((key) => [key, createAmount()])) as Record<
      (typeof costKeys)[number],
      number | null
    >),
    ...(Object.fromEntries(caseDateFields.map((key) => [key, createDay()])) as Record<
      (typeof caseDateFields)[number],
      string | null
    >),
  }
}

/** A range of days, as the domain takes it and as a query states it. */
export function createRandomRange(pick: PickBelow): { range: CostRange; query: Record<string, string> } {
  const createBound = () => ['', undefined, addDays('2026-01-01', pick(40))][pick(3)]
  const range: CostRange = Object.fromEntries(
    caseDateFields.flatMap((field) => [
      [`${field}_start`, pick(3) === 0 ? createBound() : undefined],
      [`${field}_end`, pick(3) === 0 ? createBound() : undefined],
    ]),
  )
  const givenEntries = Object.entries(range).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  return { range, query: Object.fromEntries(givenEntries) }
}
