import type { Sort } from '#contract/records/query.ts'
import { writeSort } from '#domain/text/list-address.ts'

/** As many columns as a user can follow; the rest of a longer link is ignored. */
export const maxSorts = 5

/**
 * Sort of the URL, most significant first: field keys separated by commas, with a leading `-` for
 * descending. Empty: the screen's own order applies.
 */
export function sortOf({ sort }: { readonly sort: string }): Sort[] {
  return sort === '' ? [] : sort.split(',').map(readSort)
}

/** The supported part of a written sort, with each field once. */
export function fitSort(written: string, isSortable: (field: string) => boolean): string {
  const seen = new Set<string>()
  const fit = sortOf({ sort: written }).filter(({ field }) => {
    const isFit = !seen.has(field) && isSortable(field)
    seen.add(field)
    return isFit
  })
  return writeSort(fit.slice(0, maxSorts))
}

function readSort(written: string): Sort {
  return written.startsWith('-') ? { field: written.slice(1), direction: 'desc' } : { field: written, direction: 'asc' }
}
