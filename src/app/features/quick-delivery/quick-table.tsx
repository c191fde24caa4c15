import type { SourceRow } from '#contract/row-source.ts'
import { jumpMessages, tablePlace } from '#app/records/address/table-place.ts'
import { tableQuestion } from '#app/records/address/table-question.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { quickDeliveryDescription } from '#contract/records/quick-delivery.ts'
import { isTopUpRow } from './quick-columns.ts'
import { quickPageSizes } from './quick-search.ts'
import { quickToast } from './quick-words.ts'
import { quickTableId, type QuickDesk } from './use-quick-desk.ts'

/** The record table in pages; nothing is edited in it, and a top-up has no edit button (spec 3 §2, §4). */
export function QuickTable(props: { desk: QuickDesk; onEdit(row: SourceRow): void; onDelete(row: SourceRow): void }) {
  const { desk, onEdit, onDelete } = props
  const { state, source, layout, commands, toast } = desk
  return (
    <>
      {/* In a low window the screen scrolls rather than leaving no row in sight. */}
      <div className="flex min-h-80 flex-1 flex-col">
        <DataTable
          tableId={quickTableId}
          label="퀵 기록"
          source={source}
          {...layout.table}
          {...tablePlace({ source, ...state, pageSizes: quickPageSizes, jumpMessages })}
          queryKey={desk.queryKey}
          opens="edit"
          onOpenRow={onEdit}
          canOpenRow={canEdit}
          onDeleteRow={onDelete}
          goTo={commands.goTo}
          history={commands}
          {...tableQuestion(state, {
            isFilterable: ({ key, field }) => key !== 'balance' && field.kind !== 'datetime',
            onRefused: (text) => toast.info(text, quickToast),
          })}
          onMessage={(message) => toast[message.type](message.text, quickToast)}
          today={officeToday}
        />
      </div>
      <ColumnManager {...layout.manager} groups={quickDeliveryDescription.groups} source={source} />
    </>
  )
}

/** A record whose delete is on its way is edited no more. */
function canEdit(row: SourceRow): boolean {
  return !isTopUpRow(row) && row.state !== 'deleted'
}
