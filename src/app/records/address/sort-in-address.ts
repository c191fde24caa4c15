import type { Sort } from '#contract/query.ts'

/** A sort as an address keeps it: the field's key, `-` first for descending. */
export function readSort(written: string): Sort {
  return written.startsWith('-') ? { field: written.slice(1), direction: 'desc' } : { field: written, direction: 'asc' }
}

/** A sort written so that `readSort` reads it. */
export function writeSort({ field, direction }: Sort): string {
  return direction === 'desc' ? `-${field}` : field
}

/** The sort a question asks for; null when nobody asked for an order and the screen's own counts. */
export function sortOf({ sort }: { readonly sort: string }): Sort | null {
  return sort === '' ? null : readSort(sort)
}
