import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column, ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import type { FieldsTab } from '#app/ui/detail-panel/detail-tabs.ts'
import type { RecordDescription } from '#contract/books/field.ts'

/** The columns of a table with a fixed layout. */
export function buildVisibleColumns(
  description: RecordDescription,
  overrides: Readonly<Record<string, ColumnOverride>> = {},
): readonly Column[] {
  return buildAllColumns(description, overrides).filter((column) => !column.isHidden)
}

/** One detail tab per field group of the record description. */
export function buildDetailTabs(description: RecordDescription): readonly FieldsTab[] {
  return Object.entries(description.groups).map(([key, label]) => ({
    key,
    label,
    fields: description.fields.filter((field) => field.group === key).map((field) => field.key),
  }))
}
