import type { DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { DeskTable } from './desk-table.tsx'
import { RecordBulkEdit } from '../actions/record-bulk-edit.tsx'
import { jumpMessages } from '../address/table-place.ts'
import type { RecordDesk } from './use-record-desk.ts'

type OwnProps = 'goTo' | 'entry' | 'pending' | 'rowActions' | 'isHighlighted' | 'empty'

/** What screens of a book do not share. `goTo` absent: where the history sends the focus. */
export interface RecordTableProps
  extends Partial<Pick<DataTableProps, OwnProps>>, Required<Pick<DataTableProps, 'onFilterBy' | 'onOpenRow'>> {
  readonly desk: RecordDesk
}

/** A book's table: records are made, changed, ticked and deleted in it; with the bulk edit of what is ticked. */
export function RecordTable({ desk, ...own }: RecordTableProps) {
  const { actions, ticked, commands, book } = desk
  return (
    <>
      <DeskTable
        desk={desk}
        takesNewRows
        rowSelection={{ ...ticked, matchingTotal: desk.matching, onBulkEdit: desk.startBulkEdit }}
        onDeleteRow={(row) => void actions.remove(row)}
        jumpMessages={jumpMessages}
        {...own}
      />
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
