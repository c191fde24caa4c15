import { ListChecks, Upload } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { ExportButton } from '../excel/export-button.tsx'
import type { ExportOrder } from '../excel/export-records.ts'
import { plainExportOrder } from '../excel/plain-export-order.ts'
import { noteImport } from '../excel/import-action.ts'
import { ImportDialog } from '../excel/import-dialog.tsx'
import { bookToast } from '../actions/outcome-words.ts'
import { refreshOnArrival } from './refresh-on-arrival.ts'
import { TableButtons } from './table-buttons.tsx'
import type { ScreenState } from './use-screen-state.ts'

const icon = { size: 16, strokeWidth: 1.5 }

export interface RecordToolbarProps {
  screen: ScreenState
  /** What an export holds, asked at the moment of use; absent: the fields of the description, made on this device. */
  exportOrder?: () => ExportOrder
  /** Absent: `import_excel/` under the book's own path. */
  importPath?: string
  /** Buttons of the screen's own, the first ones. */
  children?: ReactNode
}

/** A book's own buttons in the filter bar: Excel export and import, refresh (spec 2 "Case book tab"), bulk edit, columns, undo and redo. */
export function RecordToolbar({ screen, exportOrder, importPath, children }: RecordToolbarProps) {
  const { copy, source, history, commands, book } = screen
  const toast = useToast()
  const [isImporting, setImporting] = useState(false)

  return (
    <>
      {children}
      <ExportButton
        copy={copy}
        order={exportOrder ?? (() => plainExportOrder(screen))}
        onDone={() => toast.success('엑셀 파일이 다운로드되었습니다.', bookToast)}
        onFailed={() => toast.error('엑셀 다운로드 실패')}
      />
      <Button icon={<Upload {...icon} />} onClick={() => setImporting(true)}>
        엑셀 가져오기
      </Button>
      <TableButtons screen={screen}>
        <Button icon={<ListChecks {...icon} />} onClick={screen.startBulkEdit}>
          일괄 수정{screen.count === 0 ? '' : ` (${screen.count.toLocaleString('ko-KR')})`}
        </Button>
      </TableButtons>
      {isImporting ? (
        <ImportDialog
          path={importPath ?? `${book.description.path}import_excel/`}
          onClose={() => setImporting(false)}
          onFailed={(reason) => toast.error(`엑셀 입력 실패: ${reason}`)}
          onImported={(report) => {
            setImporting(false)
            const actId = noteImport({ copy, history, collection: book.collection }, report)
            const undo = { action: { label: '되돌리기', onSelect: () => commands.undoAction(actId) } }
            toast.success('엑셀 데이터가 성공적으로 입력되었습니다.', undo)
            copy.syncNow()
            refreshOnArrival(source)
          }}
        />
      ) : null}
    </>
  )
}
