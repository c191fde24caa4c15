import type { Sort } from '#contract/query.ts'
import { writeSort } from '#domain/list-address.ts'

/** As many columns as a person can follow; a link that names more is read as far as that. */
export const maxSorts = 5

/** What an address sorts by, first things first: field keys with commas between them, `-` first for descending. None: nobody asked for an order and the screen's own counts. */
export function sortOf({ sort }: { readonly sort: string }): Sort[] {
  return sort === '' ? [] : sort.split(',').map(readSort)
}

/** What of a written sort can be asked for, each field once. */
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
