import type { Sort } from '#contract/records/query.ts'
import type { Grouping } from '#contract/records/row-source.ts'

/** A grouping in list URLs: `owner`, or `created_at:month` for days. */
export function writeGrouping({ field, part }: Grouping): string {
  return part ? `${field}:${part}` : field
}

/**
 * Sorts in URLs and the `ordering` parameter: comma-separated field keys, `-` first for descending.
 */
export function writeSort(sort: readonly Sort[]): string {
  return sort.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(',')
}
