import type { SourceRow } from '#contract/records/row-source.ts'
import { rememberRecord } from '../detail/recent-records.ts'
import { ScreenTable, type ScreenTableProps } from './screen-table.tsx'
import { tableQuestion } from './table-question.ts'
import type { ScreenState } from './use-screen-state.ts'

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
      {...tableQuestion(screen)}
      {...tableProps}
      onOpenRow={(row) => {
        rememberRecord(copy.userId, { collection: book.collection, id: row.id })
        onOpenRow(row)
      }}
    />
  )
}
