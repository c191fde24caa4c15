import { bookOf, referencesOf, type CollectionName } from './collections.ts'
import type { Field } from './field.ts'

/**
 * A parsed query path (`purpose`, `group_id.region`): `key` is a field of `book`. `by` is the
 * reference that leads there, null for the book's own fields.
 */
export interface FieldPath {
  readonly book: CollectionName
  readonly key: string
  readonly by: string | null
}

/** Null if the path leads to no book. */
export function readPath(collection: CollectionName, path: string): FieldPath | null {
  const [ownField = '', ofReferred, extra] = path.split('.')
  if (extra !== undefined) return null
  if (ofReferred === undefined) return { book: collection, key: ownField, by: null }
  const to = referencesOf(collection).find(({ key }) => key === ownField)?.to
  return to ? { book: to, key: ofReferred, by: ownField } : null
}

/** The field that a query path names; null if there is none. */
export function fieldAtPath(collection: CollectionName, path: string): Field | null {
  const parsed = readPath(collection, path)
  return (parsed && bookOf(parsed.book).fields.find(({ key }) => key === parsed.key)) ?? null
}
