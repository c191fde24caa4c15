import { formatCellValue } from '#app/ui/data-table/cells/cell-text.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { HistoryEntry } from '#contract/records/generic-resource.ts'

/** Kinds of entries as the history names them. */
export const historyKinds = {
  create: { label: '추가', tone: 'good' },
  update: { label: '수정', tone: 'info' },
  delete: { label: '삭제', tone: 'danger' },
} as const

export const emptyValueText = '(비어 있음)'

/**
 * The fields an entry changed, with both values as displayed. Leaves out fields that are fixed at
 * creation.
 */
export function listHistoryChanges(
  entry: HistoryEntry,
  columns: readonly Column[],
): { column: Column; before: string; after: string }[] {
  return Object.entries(entry.fields).flatMap(([key, change]) => {
    const column = columns.find((candidate) => candidate.key === key)
    return column && column.field.isFixed !== true
      ? [{ column, before: formatValue(column, change.old), after: formatValue(column, change.new) }]
      : []
  })
}

function formatValue(column: Column, value: unknown): string {
  return formatCellValue(column, isFieldValue(value) ? value : null)
}

function isFieldValue(value: unknown): value is FieldValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
