import type { Filter } from '#contract/records/query.ts'

/** Shown wherever a range of days begins after its end, which finds nothing. */
const reversedDays = '시작일이 종료일보다 늦습니다.'
const reversedNumbers = '최솟값이 최댓값보다 큽니다.'

/**
 * Why a range finds nothing, in Korean; null when it is valid. Ends are days (YYYY-MM-DD), instants
 * or numbers; an open one is null or empty.
 */
export function rangeFault({ from, to }: Pick<Filter & { op: 'between' }, 'from' | 'to'>): string | null {
  if (from === null || from === '' || to === null || to === '' || from <= to) return null
  return typeof from === 'number' ? reversedNumbers : reversedDays
}

/** The fault of the first reversed range among filters. */
export function reversedRangeIn(filters: readonly Filter[]): string | null {
  for (const filter of filters) {
    const fault = filter.op === 'between' ? rangeFault(filter) : null
    if (fault !== null) return fault
  }
  return null
}
