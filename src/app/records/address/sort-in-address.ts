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
export function validSort(text: string, isSortable: (field: string) => boolean): string {
  const usedFields = new Set<string>()
  const valid = sortOf({ sort: text }).filter(({ field }) => {
    const isValid = !usedFields.has(field) && isSortable(field)
    usedFields.add(field)
    return isValid
  })
  return writeSort(valid.slice(0, maxSorts))
}

function readSort(text: string): Sort {
  return text.startsWith('-') ? { field: text.slice(1), direction: 'desc' } : { field: text, direction: 'asc' }
}
