import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import { caseDateFields } from '#contract/records/list-query.ts'
import { addDays } from '#domain/dates/office-date.ts'
import type { CostRange } from '#domain/deposit-cases/cost-summary.ts'
import type { RandomBelow } from '../fakes/seeded-random.ts'

/** Costs and days of a case, including empty and very large ones. */
export function createRandomCosts(randomBelow: RandomBelow) {
  const createAmount = () => [null, 0, 1, 999_999_999_999, randomBelow(10_000_000)][randomBelow(5)] ?? null
  const createDay = () => (randomBelow(4) === 0 ? null : addDays('2026-01-01', randomBelow(40)))
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
export function createRandomRange(randomBelow: RandomBelow): { range: CostRange; query: Record<string, string> } {
  const createBound = () => ['', undefined, addDays('2026-01-01', randomBelow(40))][randomBelow(3)]
  const range: CostRange = Object.fromEntries(
    caseDateFields.flatMap((field) => [
      [`${field}_start`, randomBelow(3) === 0 ? createBound() : undefined],
      [`${field}_end`, randomBelow(3) === 0 ? createBound() : undefined],
    ]),
  )
  const givenEntries = Object.entries(range).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  return { range, query: Object.fromEntries(givenEntries) }
}
