import type { Column } from '../data-table/data-table-props.ts'

/** The five editable field types. */
export type FieldType = 'text' | 'number' | 'date' | 'select' | 'textarea'

/** Text fields with at least this max length get several lines. */
const longText = 200

/** The input type of a field, derived from its description. */
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
