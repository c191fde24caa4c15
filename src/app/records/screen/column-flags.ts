import type { SourceRow } from '#contract/row-source.ts'
import { displayText } from '#app/ui/data-table/cells/cell-text.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'

/** A short word that a row says beside what stands in its cell; null: nothing. The same function as long as what it goes by is the same. */
export type ColumnFlags = (row: SourceRow) => string | null

/** The column with the word of each row after its value, which stays as it is in editors, copies and sheets. */
export function flaggedColumn(column: Column, flag: ColumnFlags): Column {
  return {
    ...column,
    format: (row) => [displayText(column, row), flag(row)].filter(Boolean).join(' · '),
    tone: (row) => (flag(row) === null ? (column.tone?.(row) ?? null) : 'seal'),
  }
}
