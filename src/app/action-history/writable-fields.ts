import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'

/**
 * Values that a create may send: without nulls and without fields only the server writes (the path
 * of a picture).
 */
export function pickWritableFields(
  collection: CollectionName,
  record: Readonly<Record<string, FieldValue>>,
): Record<string, FieldValue> {
  const fields: readonly Field[] = mirroredCollections[collection].fields
  return Object.fromEntries(
    fields.flatMap(({ key, editable }) =>
      record[key] == null || editable === false ? [] : [[key, record[key]] as [string, FieldValue]],
    ),
  )
}
