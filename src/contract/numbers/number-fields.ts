import { bookOf, type CollectionName } from '../books/collections.ts'
import type { Field } from '../books/field.ts'

/** A field for a party's number, with its two companion fields. */
export type NumberField = Field & Required<Pick<Field, 'beside'>>

export function numberFieldsOf({ fields }: { readonly fields: readonly Field[] }): readonly NumberField[] {
  return fields.filter((field): field is NumberField => field.kind === 'secret' && field.beside !== undefined)
}

/**
 * The key of the readable value: for a number its masked companion field, otherwise the field
 * itself.
 */
export function readableKey(collection: CollectionName, key: string): string {
  return numberFieldsOf(bookOf(collection)).find((field) => field.key === key)?.beside.masked ?? key
}
