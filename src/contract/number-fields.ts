import { bookOf, type CollectionName } from './books/collections.ts'
import type { Field } from './books/field.ts'

/** A field that takes a party's number, with the two beside it. */
export type NumberField = Field & Required<Pick<Field, 'beside'>>

export function numberFieldsOf({ fields }: { readonly fields: readonly Field[] }): readonly NumberField[] {
  return fields.filter((field): field is NumberField => field.kind === 'secret' && field.beside !== undefined)
}

/** What people read in place of a field: of a number the text beside it, of every other field itself. */
export function readableKey(collection: CollectionName, key: string): string {
  return numberFieldsOf(bookOf(collection)).find((field) => field.key === key)?.beside.masked ?? key
}
