import type { SourceRow } from '#contract/row-source.ts'
import { FormTable } from '#app/records/screen/form-table.tsx'
import { isTopUpRow } from './quick-columns.ts'
import type { QuickScreenState } from './use-quick-screen.ts'

/** The record table in pages; nothing is edited in it, and a top-up has no edit button (spec 3 §2, §4). */
export function QuickTable(props: {
  screen: QuickScreenState
  onAdd(): void
  onEdit(row: SourceRow): void
  onDelete(row: SourceRow): void
}) {
  const { onEdit, onDelete, ...shared } = props
  return <FormTable {...shared} onOpenRow={onEdit} canOpenRow={canEdit} onDeleteRow={onDelete} />
}

/** A record whose delete is on its way is edited no more. */
function canEdit(row: SourceRow): boolean {
  return !isTopUpRow(row) && row.state !== 'deleted'
}
