import { bookOf, referencesOf, type CollectionName } from './collections.ts'
import type { Field } from './field.ts'

/** What a path of a query asks (`purpose`, `group_id.region`): a key of the book's own records, or `by` a reference of theirs, of those pointed at. */
export interface AskedPath {
  readonly book: CollectionName
  readonly key: string
  readonly by: string | null
}

/** Null for a path that leads to no book. */
export function readPath(collection: CollectionName, path: string): AskedPath | null {
  const [own = '', ofReferred, further] = path.split('.')
  if (further !== undefined) return null
  if (ofReferred === undefined) return { book: collection, key: own, by: null }
  const to = referencesOf(collection).find(({ key }) => key === own)?.to
  return to ? { book: to, key: ofReferred, by: own } : null
}

/** The field that a path of a query asks; null where there is none. */
export function fieldAtPath(collection: CollectionName, path: string): Field | null {
  const asked = readPath(collection, path)
  return (asked && bookOf(asked.book).fields.find(({ key }) => key === asked.key)) ?? null
}
