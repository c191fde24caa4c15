import { ListChecks, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useScreenCommand } from '#app/ui/buttons/screen-commands.ts'
import { ToolButton } from '#app/ui/buttons/tool-button.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { RecordBulkEdit } from '../actions/record-bulk-edit.tsx'
import { ExportButton } from '../excel/export-button.tsx'
import { createPlainExport, type ExportRequest } from '../excel/export-records.ts'
import { takePassedFile } from '../excel/passed-file.ts'
import { ScreenImport } from '../excel/screen-import.tsx'
import { ScreenTable, type ScreenTableProps } from './screen-table.tsx'
import { TableButtons } from './table-buttons.tsx'
import { buildTableFilterProps } from './table-query.ts'
import type { ScreenState } from './use-screen-state.ts'

type OwnProps =
  | 'onAdd'
  | 'onAddCard'
  | 'focusTarget'
  | 'entry'
  | 'pending'
  | 'rowActions'
  | 'isHighlighted'
  | 'onOpenRow'
  | 'openRecord'
  | 'onPopOutRow'

/**
 * Table props that differ between screens of a book. `focusTarget` default: the undo history's
 * focus target.
 */
export interface BookTableProps extends Partial<Pick<ScreenTableProps, OwnProps>> {
  readonly screen: ScreenState
}

/**
 * A book's editable table: create, change, select and delete records, with a bulk edit of the
 * selection.
 */
export function BookTable({ screen, ...tableProps }: BookTableProps) {
  const { actions, selection, commands, book } = screen
  return (
    <>
      <ScreenTable
        screen={screen}
        canAddRows
        rowSelection={{ ...selection, matchingTotal: screen.matchingCount, onBulkEdit: screen.startBulkEdit }}
        onDeleteRow={(row) => void actions.remove(row)}
        {...buildTableFilterProps(screen)}
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
          selection={selection.value}
          onClose={screen.closeBulkEdit}
        />
      ) : null}
    </>
  )
}

const icon = { size: 16, strokeWidth: 1.5 }

export interface RecordToolbarProps {
  screen: ScreenState
  /**
   * What to export, read at the time of use; default: the fields of the description, made on this
   * device.
   */
  buildExport?: (screen: ScreenState) => ExportRequest
  /** Default: `import_excel/` under the book's own path. */
  importPath?: string
  /** The screen's own buttons, placed first. */
  children?: ReactNode
}

/**
 * A book's buttons in the filter bar: Excel export and import, refresh, bulk edit, columns, undo
 * and redo.
 */
export function RecordToolbar(props: RecordToolbarProps) {
  const { screen, buildExport = createPlainExport, importPath, children } = props
  const [passedFile] = useState(() => takePassedFile(screen.book.collection, location.search))
  const [isImporting, setIsImporting] = useState(passedFile !== null)
  useScreenCommand('엑셀 가져오기', () => setIsImporting(true))

  return (
    <>
      {children}
      <ExportButton screen={screen} buildExport={() => buildExport(screen)} />
      <ToolButton label="엑셀 가져오기" icon={<Upload {...icon} />} onClick={() => setIsImporting(true)} />
      <TableButtons screen={screen} print={{ buildExport: () => buildExport(screen) }}>
        <ToolButton
          label={`일괄 수정${screen.selectedCount === 0 ? '' : ` (${formatNumber(screen.selectedCount)})`}`}
          labelFrom="roomy"
          icon={<ListChecks {...icon} />}
          onClick={screen.startBulkEdit}
        />
      </TableButtons>
      {isImporting ? (
        <ScreenImport
          screen={screen}
          path={importPath}
          initialFile={passedFile}
          onClose={() => setIsImporting(false)}
        />
      ) : null}
    </>
  )
}
