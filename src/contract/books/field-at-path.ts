import { bookOf, referencesOf, type CollectionName } from './collections.ts'
import type { Field } from './field.ts'

/**
 * A parsed query path (`purpose`, `group_id.region`): `key` is a field of `book`. `by` is the
 * reference that leads there, null for the book's own fields.
 */
export interface AskedPath {
  readonly book: CollectionName
  readonly key: string
  readonly by: string | null
}

/** Null if the path leads to no book. */
export function readPath(collection: CollectionName, path: string): AskedPath | null {
  const [own = '', ofReferred, further] = path.split('.')
  if (further !== undefined) return null
  if (ofReferred === undefined) return { book: collection, key: own, by: null }
  const to = referencesOf(collection).find(({ key }) => key === own)?.to
  return to ? { book: to, key: ofReferred, by: own } : null
}

/** The field that a query path names; null if there is none. */
export function fieldAtPath(collection: CollectionName, path: string): Field | null {
  const asked = readPath(collection, path)
  return (asked && bookOf(asked.book).fields.find(({ key }) => key === asked.key)) ?? null
}
