import type { AppPath } from '#contract/app-paths.ts'
import { type CollectionName, getBook } from '#contract/books/collections.ts'

/** A screen with its search parameters. */
export interface LinkTarget {
  readonly to: AppPath
  readonly search?: Readonly<Record<string, unknown>>
}

/** Link to a book's list with these search parameters. */
export function buildListLink(collection: CollectionName, params: Readonly<Record<string, unknown>>): LinkTarget {
  const { screen } = getBook(collection)
  return { to: screen.path, search: { ...screen.search, ...params } }
}

/** Link to a record next to its list. */
export function buildRecordLink(collection: CollectionName, id: string): LinkTarget {
  return buildListLink(collection, { open: id })
}
