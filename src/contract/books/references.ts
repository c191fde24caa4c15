import { type CollectionName, collectionNames, getBook } from './collections.ts'
import type { Field } from './field.ts'

/** A field that refers to another book, and the key of the field that names those records. */
export interface Reference {
  readonly key: string
  readonly to: CollectionName
  readonly labelKey: string
}

export function listReferences(collection: CollectionName): readonly Reference[] {
  return getBook(collection).fields.flatMap(({ key, refers }) => {
    const to = collectionNames.find((name) => name === refers?.collection)
    return refers && to ? [{ key, to, labelKey: refers.label }] : []
  })
}

/** Text fields that hold the name of a record of another book (`Field.names`). */
export function listNameReferences(collection: CollectionName): readonly Reference[] {
  return getBook(collection).fields.flatMap(({ key, names }) => {
    const to = collectionNames.find((name) => name === names?.collection)
    return names && to ? [{ key, to, labelKey: names.label }] : []
  })
}

/**
 * References whose target is chosen from a list. Targets in long books are searched for where the
 * record is shown.
 */
export function listSelectableReferences(collection: CollectionName): readonly Reference[] {
  return listReferences(collection).filter(({ to }) => !getBook(to).isLong)
}

/**
 * The fields of all books that refer to records of this one. A record that is referred to cannot be
 * deleted.
 */
export function listIncomingReferences(collection: CollectionName): readonly { from: CollectionName; key: string }[] {
  return collectionNames.flatMap((from) =>
    listReferences(from).flatMap(({ key, to }) => (to === collection ? [{ from, key }] : [])),
  )
}

/** The references from parts of these records, which are deleted with them. */
export function listIncomingPartReferences(collection: CollectionName): ReturnType<typeof listIncomingReferences> {
  return listIncomingReferences(collection).filter(({ from, key }) =>
    getBook(from).fields.some((field) => field.key === key && field.refers?.isParent),
  )
}

/**
 * The references through which records of this book belong to others, as parts or as records about
 * them.
 */
export function listOwnerReferences(collection: CollectionName): readonly Reference[] {
  const keys = getBook(collection).fields.filter(({ refers }) => refers?.isParent || refers?.isSubject)
  return listReferences(collection).filter((reference) => keys.some(({ key }) => key === reference.key))
}

/**
 * Reverse of `listOwnerReferences`. These records are destroyed with the one they belong to, and
 * are blocked while its processing is stopped 처리정지.
 */
export function listIncomingOwnedReferences(collection: CollectionName): ReturnType<typeof listIncomingReferences> {
  return listIncomingReferences(collection).filter(({ from, key }) =>
    listOwnerReferences(from).some((reference) => reference.key === key),
  )
}

/** The reference that makes records of this book parts of another's; null if they are not parts. */
export function findParentReference(part: CollectionName): Reference | null {
  const key = getBook(part).fields.find(({ refers }) => refers?.isParent)?.key
  return listReferences(part).find((reference) => reference.key === key) ?? null
}

/** The record that this one is a part of and is shown with; null if it is not a part. */
export function findParent(
  part: CollectionName,
  record: Readonly<Record<string, unknown>>,
): { readonly collection: CollectionName; readonly id: string } | null {
  const reference = findParentReference(part)
  const id = reference && record[reference.key]
  return reference && typeof id === 'string' ? { collection: reference.to, id } : null
}

/** References that block a delete: a record cannot be deleted while one of them points at it. */
export function listBlockingReferences(collection: CollectionName): ReturnType<typeof listIncomingReferences> {
  const partCollections = new Set(listIncomingPartReferences(collection).map(({ from }) => from))
  return listIncomingReferences(collection).filter(({ from }) => !partCollections.has(from))
}

/**
 * A parsed query path (`purpose`, `group_id.region`): `key` is a field of `collection`. `by` is the
 * reference that leads there, null for the book's own fields.
 */
interface FieldPath {
  readonly collection: CollectionName
  readonly key: string
  readonly by: string | null
}

/** Null if the path leads to no book. */
export function parseFieldPath(collection: CollectionName, path: string): FieldPath | null {
  const [ownField = '', referredField, extra] = path.split('.')
  if (extra !== undefined) return null
  if (referredField === undefined) return { collection, key: ownField, by: null }
  const to = listReferences(collection).find(({ key }) => key === ownField)?.to
  return to ? { collection: to, key: referredField, by: ownField } : null
}

/** The field that a query path names; null if there is none. */
export function resolveFieldPath(collection: CollectionName, path: string): Field | null {
  const parsed = parseFieldPath(collection, path)
  return (parsed && getBook(parsed.collection).fields.find(({ key }) => key === parsed.key)) ?? null
}
