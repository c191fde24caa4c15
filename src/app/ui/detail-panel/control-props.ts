import type { SourceRow } from '#contract/records/row-source.ts'
import type { Column } from '../data-table/data-table-props.ts'
import type { FieldLook } from './field-look.ts'
import type { FieldType } from './field-type.ts'
import type { Typing } from './use-typing.ts'

/** Props a field's control gets from `DetailField`. */
export interface ControlProps {
  readonly id: string
  readonly describedBy: string | undefined
  readonly type: FieldType
  readonly column: Column
  readonly row: SourceRow
  readonly look: FieldLook
  readonly typing: Typing
  readonly isReadOnly: boolean
  readonly today: () => string
}
