import { type CollectionName, getBook } from '#contract/books/collections.ts'

/** Path of the screen that shows a record next to its list. */
export function buildRecordHref(collection: CollectionName, id: string): string {
  const { screen } = getBook(collection)
  return buildHref(screen.path, { ...screen.search, open: id })
}

export function buildHref(path: string, params: Readonly<Record<string, string>>): string {
  const text = Object.entries(params).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return text.length === 0 ? path : `${path}?${text.join('&')}`
}
