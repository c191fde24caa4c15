import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import type { Lead } from './today-section.tsx'

/** Link to a book's list with these filters, ordered by `sort`. */
export function listLead(
  collection: CollectionName,
  { filters, sort }: { filters: readonly Filter[]; sort: string },
): Lead {
  const { screen } = bookOf(collection)
  return { to: screen.path, search: { ...screen.search, filters, sort } }
}

/** Link to a record next to its list. */
export function recordLead(collection: CollectionName, id: string): Lead {
  const { screen } = bookOf(collection)
  return { to: screen.path, search: { ...screen.search, open: id } }
}
