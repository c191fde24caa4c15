import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import type { Collection, Collections } from './collection.ts'
import type { NumberColumn } from './columns.ts'

/**
 * A field named in a query, own or `<reference>.<key>`: numbers per slot, or a code per slot with
 * the distinct values.
 */
export type FieldView = NumberColumn | { kind: 'coded'; codes: Uint32Array; values: readonly FieldValue[] }

/**
 * Null when there is no such field: a condition on it matches nothing, a sort by it changes
 * nothing.
 */
export function viewField(collections: Collections, collection: Collection, path: string): FieldView | null {
  const [key = '', joinedKey] = path.split('.')
  const column = collection.columns.column(key)
  if (!column || joinedKey === undefined) return column
  const reference = referenceOf(collection, key)
  if (!reference || column.kind !== 'coded') return null
  const referred = collections.get(reference)
  if (!referred) return null
  const values = column.values.map((id) => referredRecord(referred, id)?.[joinedKey] ?? null)
  return { kind: 'coded', codes: column.codes, values }
}

/** The field's value in one record, by the same path. */
export function valueAt(
  collections: Collections,
  collection: Collection,
  { record, path }: { record: AnyRecord; path: string },
): FieldValue {
  const [key = '', joinedKey] = path.split('.')
  const ownValue = record[key] ?? null
  if (joinedKey === undefined) return ownValue
  const reference = referenceOf(collection, key)
  const referred = reference ? collections.get(reference) : undefined
  return (referred && typeof ownValue === 'string' ? referredRecord(referred, ownValue)?.[joinedKey] : null) ?? null
}

export function kindOf(collections: Collections, collection: Collection, path: string): Field['kind'] {
  return fieldAt(collections, collection, path)?.kind ?? 'text'
}

/**
 * The description of the field at a path; undefined for keys that every record has and for unknown
 * fields.
 */
export function fieldAt(collections: Collections, collection: Collection, path: string): Field | undefined {
  const [key = '', joinedKey] = path.split('.')
  const field = collection.table.description.fields.find((each) => each.key === key)
  if (joinedKey === undefined) return field
  const referred = field?.refers ? collections.get(field.refers.collection) : undefined
  return referred?.table.description.fields.find((each) => each.key === joinedKey)
}

export function referenceOf(collection: Collection, key: string): string | null {
  const field = collection.table.description.fields.find((each) => each.key === key)
  return field?.refers?.collection ?? null
}

export function referredRecord(referred: Collection, id: string | null): AnyRecord | null {
  const slot = id === null ? -1 : referred.table.slotOf(id)
  return slot === -1 ? null : referred.table.displayedAt(slot)
}
