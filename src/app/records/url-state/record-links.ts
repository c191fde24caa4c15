import type { AppPath } from '#contract/app-paths.ts'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'

/** A screen with its search parameters. */
export interface LinkTarget {
  readonly to: AppPath
  readonly search?: Readonly<Record<string, unknown>>
}

/** Link to a book's list with these filters, ordered by `sort`. */
export function buildListLink(
  collection: CollectionName,
  { filters, sort }: { filters: readonly Filter[]; sort: string },
): LinkTarget {
  const { screen } = getBook(collection)
  return { to: screen.path, search: { ...screen.search, filters, sort } }
}

/** Link to a record next to its list. */
export function buildRecordLink(collection: CollectionName, id: string): LinkTarget {
  const { screen } = getBook(collection)
  return { to: screen.path, search: { ...screen.search, open: id } }
}
