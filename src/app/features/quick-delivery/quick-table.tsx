import type { SourceRow } from '#contract/row-source.ts'
import { jumpMessages } from '#app/records/address/table-place.ts'
import { ScreenTable } from '#app/records/screen/screen-table.tsx'
import { tableQuestion } from '#app/records/screen/table-question.ts'
import { isTopUpRow } from './quick-columns.ts'
import type { QuickScreenState } from './use-quick-screen.ts'

/** The record table in pages; nothing is edited in it, and a top-up has no edit button (spec 3 §2, §4). */
export function QuickTable(props: {
  screen: QuickScreenState
  onEdit(row: SourceRow): void
  onDelete(row: SourceRow): void
}) {
  const { screen, onEdit, onDelete } = props
  return (
    <ScreenTable
      screen={screen}
      isReadOnly
      jumpMessages={jumpMessages}
      opens="edit"
      onOpenRow={onEdit}
      canOpenRow={canEdit}
      onDeleteRow={onDelete}
      {...tableQuestion(screen)}
    />
  )
}

/** A record whose delete is on its way is edited no more. */
function canEdit(row: SourceRow): boolean {
  return !isTopUpRow(row) && row.state !== 'deleted'
}
