import type { Grouping } from '#contract/records/grouping.ts'
import type { Sort } from '#contract/records/query.ts'

/** A grouping as addresses of lists have it: `owner`, of days `created_at:month`. */
export function writeGrouping({ field, part }: Grouping): string {
  return part ? `${field}:${part}` : field
}

/** Sorts as addresses and the `ordering` of list calls have them: field keys with commas between them, `-` first for descending. */
export function writeSort(sort: readonly Sort[]): string {
  return sort.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(',')
}
