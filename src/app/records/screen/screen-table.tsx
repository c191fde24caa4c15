import { useState } from 'react'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import type { DataTableProps, LostEdit } from '#app/ui/data-table/data-table-props.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { RecordList } from '#app/ui/record-cards/record-list.tsx'
import type { SourceRow } from '#contract/records/row-source.ts'
import { announceLostEdit, bookToasts } from '../actions/outcome-texts.ts'
import { rememberRecord } from '../detail/recent-records.ts'
import { useGuardedCells } from '../detail/use-side-panel.ts'
import { ImportResult } from '../excel/import-result.tsx'
import { RecordForm } from '../form/record-form.tsx'
import { buildGroupedView, listColumnGroupings } from '../groups/group-query.ts'
import { GroupTable } from '../groups/group-table.tsx'
import { useReferenceLists } from '../offline-copy/use-complete-lists.ts'
import { getRowCaption } from '../record-book.ts'
import { buildPositionProps } from '../url-state/table-position.ts'
import { CheckedTotals } from './checked-totals.tsx'
import { buildEmptyState, buildTableFilterProps } from './table-query.ts'
import type { ScreenState } from './use-screen-state.ts'

export interface ScreenTableProps extends Partial<DataTableProps> {
  readonly screen: ScreenState
  /** The table is read-only; forms edit the records. */
  readonly isReadOnly?: true
  /** The same for a phone's cards on screens with an entry row; default: the general form. */
  readonly onAddCard?: () => void
}

/** A screen's table of records, or of groups if its URL asks for them. */
export function ScreenTable(props: ScreenTableProps) {
  const { screen } = props
  const grouped = buildGroupedView(screen)
  if (!grouped)
    return (
      <>
        <ImportResult screen={screen} />
        <RecordTable {...props} />
      </>
    )
  return (
    <>
      <ImportResult screen={screen} />
      <GroupTable screen={screen} grouped={grouped} {...pickOpenProps(props)} focusTarget={props.focusTarget ?? null} />
      <ColumnManager {...screen.layout.manager} groups={screen.book.groups} source={screen.source} />
    </>
  )
}

/** Records of a group that is open in place open like those of the list. */
function pickOpenProps({ onAdd, onOpenRow, canOpenRow, opens, openRecord }: ScreenTableProps) {
  return {
    ...(onAdd && { onAdd }),
    ...(onOpenRow && { onOpenRow }),
    ...(canOpenRow && { canOpenRow }),
    ...(opens && { opens }),
    ...(openRecord && { openRecord }),
  }
}

/**
 * The records in pages or as one virtual list, with the column manager. Cells are edited in place;
 * all other actions come from the screen.
 */
function RecordTable({ screen, isReadOnly, onAdd, onAddCard, empty, ...tableProps }: ScreenTableProps) {
  const { source, layout, actions, commands, book, toast, toasts = bookToasts } = screen
  const [isFormOpen, setIsFormOpen] = useState(false)
  const cells = useGuardedCells(source.wholeSource, `${screen.label} 표에서 확인이 필요한 셀`)
  async function reportLostEdit(lostEdit: LostEdit) {
    const currentRow = await screen.copy.getRow(book.collection, lostEdit.row.id)
    const isRowPresent = currentRow !== null && currentRow.state !== 'deleted'
    announceLostEdit(
      { toast, collection: book.collection, caption: getRowCaption(book, lostEdit.row), isRowPresent },
      lostEdit,
    )
  }
  return (
    <>
      {/* In a low window the screen scrolls, so that rows stay visible. */}
      <div className="flex min-h-0 flex-1 flex-col cramped:min-h-80">
        <RecordList
          card={{ columns: layout.manager.columns, fields: book.card }}
          // A screen with a form has its own button.
          {...(tableProps.entry && !onAdd && { onAddCard: onAddCard ?? (() => setIsFormOpen(true)) })}
          tableId={screen.tableId}
          label={screen.label}
          source={source}
          {...layout.table}
          {...buildPositionProps(screen)}
          groupings={(column) => listColumnGroupings(screen, column)}
          queryKey={screen.queryKey}
          search={screen.query.search}
          {...(isReadOnly ? {} : { onEdit: actions.edit })}
          onSettleConflict={(settlement) => void actions.settleConflict(settlement)}
          history={commands}
          focusTarget={commands.focusTarget}
          pending={cells}
          empty={{ ...buildEmptyState(screen, onAdd), failureText: screen.loadFailed, ...empty }}
          {...tableProps}
          {...(onAdd && { onAdd })}
          onMessage={(message) => toast[message.type](message.text, toasts.done)}
          onLostEdit={(lostEdit) => void reportLostEdit(lostEdit)}
          today={getOfficeToday}
        />
        {screen.selectedCount > 0 ? <CheckedTotals screen={screen} /> : null}
      </div>
      <ColumnManager {...layout.manager} groups={book.groups} source={source} />
      {isFormOpen ? <EntryForm screen={screen} onClose={() => setIsFormOpen(false)} /> : null}
    </>
  )
}

/** The book's form, in place of the entry row on phones, whose cards have no room for one. */
function EntryForm({ screen, onClose }: { screen: ScreenState; onClose(): void }) {
  const { book, copy, actions } = screen
  const lists = useReferenceLists(copy, book.collection)
  return (
    <RecordForm book={book} lists={lists} onClose={onClose} record={null} onSave={(values) => actions.add(values)} />
  )
}

interface FormTableProps extends Omit<ScreenTableProps, 'isReadOnly'> {
  screen: ScreenState
  /** Opens the form of a row. */
  onOpenRow(row: SourceRow): void
}

/** A read-only table of a book: a row opens its form or can be deleted. */
export function FormTable({ screen, onOpenRow, ...tableProps }: FormTableProps) {
  const { copy, book } = screen
  return (
    <ScreenTable
      screen={screen}
      isReadOnly
      opens="edit"
      onDeleteRow={(row) => void screen.actions.remove(row)}
      {...buildTableFilterProps(screen)}
      {...tableProps}
      onOpenRow={(row) => {
        rememberRecord(copy.userId, { collection: book.collection, id: row.id })
        onOpenRow(row)
      }}
    />
  )
}
