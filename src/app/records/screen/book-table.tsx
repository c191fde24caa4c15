import { ScreenTable, type ScreenTableProps } from './screen-table.tsx'
import { RecordBulkEdit } from '../actions/record-bulk-edit.tsx'
import { tableQuestion } from './table-question.ts'
import type { ScreenState } from './use-screen-state.ts'

type OwnProps =
  | 'onAdd'
  | 'onAddCard'
  | 'goTo'
  | 'entry'
  | 'pending'
  | 'rowActions'
  | 'isHighlighted'
  | 'onOpenRow'
  | 'onPopOutRow'

/**
 * Table props that differ between screens of a book. `goTo` default: the undo history's focus
 * target.
 */
export interface BookTableProps extends Partial<Pick<ScreenTableProps, OwnProps>> {
  readonly screen: ScreenState
}

/**
 * A book's editable table: create, change, select and delete records, with a bulk edit of the
 * selection.
 */
export function BookTable({ screen, ...tableProps }: BookTableProps) {
  const { actions, ticked, commands, book } = screen
  return (
    <>
      <ScreenTable
        screen={screen}
        canAddRows
        rowSelection={{ ...ticked, matchingTotal: screen.matching, onBulkEdit: screen.startBulkEdit }}
        onDeleteRow={(row) => void actions.remove(row)}
        {...tableQuestion(screen)}
        {...tableProps}
      />
      {screen.isBulkEditing ? (
        <RecordBulkEdit
          book={book}
          commands={commands}
          copy={screen.copy}
          history={screen.history}
          columns={screen.columns}
          query={screen.query}
          selection={ticked.value}
          onClose={screen.closeBulkEdit}
        />
      ) : null}
    </>
  )
}
