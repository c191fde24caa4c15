import type { SourceRow } from '#contract/row-source.ts'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { jumpMessages } from '#app/records/address/table-place.ts'
import { tableQuestion } from '#app/records/address/table-question.ts'
import { DeskTable } from '#app/records/screen/desk-table.tsx'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { isTopUpRow } from './quick-columns.ts'
import type { QuickDesk } from './use-quick-desk.ts'

/** The record table in pages; nothing is edited in it, and a top-up has no edit button (spec 3 §2, §4). */
export function QuickTable(props: { desk: QuickDesk; onEdit(row: SourceRow): void; onDelete(row: SourceRow): void }) {
  const { desk, onEdit, onDelete } = props
  return (
    <DeskTable
      desk={desk}
      isReadOnly
      jumpMessages={jumpMessages}
      opens="edit"
      onOpenRow={onEdit}
      canOpenRow={canEdit}
      onDeleteRow={onDelete}
      {...tableQuestion(desk.state, {
        isFilterable: isFilterableCell,
        onRefused: (text) => desk.toast.info(text, bookToast),
      })}
    />
  )
}

function isFilterableCell({ key, field }: Column): boolean {
  return key !== 'balance' && field.kind !== 'datetime'
}

/** A record whose delete is on its way is edited no more. */
function canEdit(row: SourceRow): boolean {
  return !isTopUpRow(row) && row.state !== 'deleted'
}
