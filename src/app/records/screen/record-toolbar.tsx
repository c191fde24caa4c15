import { ListChecks, Upload } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { ExportButton } from '../excel/export-button.tsx'
import type { ExportOrder } from '../excel/export-records.ts'
import { plainExportOrder } from '../excel/plain-export-order.ts'
import { takePassedFile } from '../excel/passed-file.ts'
import { ScreenImport } from '../excel/screen-import.tsx'
import { TableButtons } from './table-buttons.tsx'
import type { ScreenState } from './use-screen-state.ts'

const icon = { size: 16, strokeWidth: 1.5 }

export interface RecordToolbarProps {
  screen: ScreenState
  /**
   * What to export, read at the time of use; default: the fields of the description, made on this
   * device.
   */
  exportOrder?: (screen: ScreenState) => ExportOrder
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
  const { screen, exportOrder = plainExportOrder, importPath, children } = props
  const [passedFile] = useState(() => takePassedFile(screen.book.collection, location.search))
  const [isImporting, setImporting] = useState(passedFile !== null)

  return (
    <>
      {children}
      <ExportButton screen={screen} order={() => exportOrder(screen)} />
      <Button icon={<Upload {...icon} />} onClick={() => setImporting(true)}>
        엑셀 가져오기
      </Button>
      <TableButtons screen={screen} print={{ exportOrder: () => exportOrder(screen) }}>
        <Button icon={<ListChecks {...icon} />} onClick={screen.startBulkEdit}>
          일괄 수정{screen.count === 0 ? '' : ` (${screen.count.toLocaleString('ko-KR')})`}
        </Button>
      </TableButtons>
      {isImporting ? (
        <ScreenImport screen={screen} path={importPath} initialFile={passedFile} onClose={() => setImporting(false)} />
      ) : null}
    </>
  )
}
