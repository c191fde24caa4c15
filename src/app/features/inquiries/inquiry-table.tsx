import { officeToday } from '#app/ui/office-today.ts'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import type { CellTarget, DataTableProps, PendingCells } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { bookToast } from '#app/session/record-book/outcome-words.ts'
import { bookPageSizes } from '#app/session/record-book/record-search.ts'
import { tablePlace } from '#app/session/record-book/table-place.ts'
import type { RecordDesk } from '#app/session/record-book/use-record-desk.ts'

interface InquiryTableProps {
  desk: RecordDesk
  cells: PendingCells
  goTo: CellTarget | null
  onOpenRow: NonNullable<DataTableProps['onOpenRow']>
  empty: NonNullable<DataTableProps['empty']>
}

/** The inbox as a table: state, assignee and note are changed in place; there is nothing to add or delete. */
export function InquiryTable({ desk, cells, goTo, onOpenRow, empty }: InquiryTableProps) {
  const { source, search, layout, acts, commands, book } = desk
  const toast = useToast()
  const place = { source, search, change: desk.onPlace, paging: desk.paging, pageSizes: bookPageSizes }
  return (
    <>
      {/* In a low window the screen scrolls rather than leaving no row in sight. */}
      <div className="flex min-h-0 flex-1 flex-col cramped:min-h-80">
        <DataTable
          tableId={desk.tableId}
          label={desk.label}
          source={source}
          {...layout.table}
          {...tablePlace(place)}
          queryKey={desk.queryKey}
          onEdit={acts.edit}
          pending={cells}
          onOpenRow={onOpenRow}
          onSettleConflict={(settlement) => void acts.settleConflict(settlement)}
          history={commands}
          goTo={goTo}
          empty={empty}
          onMessage={(message) => toast[message.type](message.text, bookToast)}
          today={officeToday}
        />
      </div>
      <ColumnManager {...layout.manager} groups={book.description.groups} source={source} />
    </>
  )
}
