import type { Column } from '../data-table/data-table-props.ts'

/** The five editable field types (spec 1 §2.4). */
export type FieldType = 'text' | 'number' | 'date' | 'select' | 'textarea'

/** Texts that may be as long as this are written on several lines. */
const longText = 200

/** How a field is typed; follows from its description, as everything about it does. */
export function fieldTypeOf({ field }: Column): FieldType {
  switch (field.kind) {
    case 'won':
    case 'number':
      return 'number'
    case 'date':
      return 'date'
    case 'enum':
    case 'flag':
    case 'reference':
      return 'select'
    case 'text':
      return field.maxLength !== undefined && field.maxLength >= longText ? 'textarea' : 'text'
    case 'datetime':
    case 'secret':
      return 'text'
  }
}
