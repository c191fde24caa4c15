import { officeToday } from '#app/ui/office-today.ts'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import type { DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { bookToast } from './outcome-words.ts'
import { RecordBulkEdit } from './record-bulk-edit.tsx'
import { bookPageSizes } from './record-search.ts'
import { jumpMessages, tablePlace } from './table-place.ts'
import type { RecordDesk } from './use-record-desk.ts'

type OwnProps = 'goTo' | 'entry' | 'pending' | 'rowActions' | 'isHighlighted' | 'empty'

/** What screens of a book do not share. `goTo` absent: where the history sends the focus. */
export interface RecordTableProps
  extends Partial<Pick<DataTableProps, OwnProps>>, Required<Pick<DataTableProps, 'onFilterBy' | 'onOpenRow'>> {
  readonly desk: RecordDesk
}

/** A book's table on its desk, in pages or as one virtual list, with its column manager and bulk edit. */
export function RecordTable({ desk, ...own }: RecordTableProps) {
  const { source, search, layout, acts, ticked, commands, book } = desk
  const toast = useToast()
  const place = { source, search, change: desk.onPlace, paging: desk.paging, pageSizes: bookPageSizes, jumpMessages }
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
          takesNewRows
          rowSelection={{ ...ticked, matchingTotal: desk.matching, onBulkEdit: desk.startBulkEdit }}
          onDeleteRow={(row) => void acts.remove(row)}
          onSettleConflict={(settlement) => void acts.settleConflict(settlement)}
          history={commands}
          goTo={commands.goTo}
          {...own}
          onMessage={(message) => toast[message.type](message.text, bookToast)}
          today={officeToday}
        />
      </div>
      <ColumnManager {...layout.manager} groups={book.description.groups} source={source} />
      {desk.isBulkEditing ? (
        <RecordBulkEdit
          {...{ book, commands }}
          copy={desk.copy}
          history={desk.history}
          columns={desk.columns}
          query={desk.query}
          selection={ticked.value}
          onClose={desk.closeBulkEdit}
        />
      ) : null}
    </>
  )
}
