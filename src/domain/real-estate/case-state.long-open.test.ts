import { expect, test } from 'vitest'
import type { Filter } from '#contract/records/query.ts'
import { createLongOpenFilters } from './case-state.ts'

test.each([
  ['filed fourteen days ago', { created_at: '2026-11-11', registrated_at: null }, true],
  ['filed thirteen days ago', { created_at: '2026-11-12', registrated_at: null }, false],
  ['certified', { created_at: '2026-10-01', registrated_at: '2026-10-08' }, false],
  ['not filed', { created_at: null, registrated_at: null }, false],
])('decides whether a case that was %s has been open for long', (_name, record, isLongOpen) => {
  expect(createLongOpenFilters('2026-11-25').every((filter) => matchesFilter(record, filter))).toBe(isLongOpen)
})

function matchesFilter(record: Readonly<Record<string, string | null>>, filter: Filter): boolean {
  const value = record[filter.field] ?? null
  if (filter.op === 'equals') return value === filter.value
  if (filter.op !== 'between') throw new Error('a day is asked for')
  return value !== null && value >= String(filter.from) && (filter.to === null || value <= String(filter.to))
}
