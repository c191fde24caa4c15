import { ListChecks, Upload } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { ExportButton } from '../excel/export-button.tsx'
import type { ExportOrder } from '../excel/export-records.ts'
import { noteImport } from '../excel/import-action.ts'
import { ImportDialog } from '../excel/import-dialog.tsx'
import { bookToast } from '../actions/outcome-words.ts'
import { refreshOnArrival } from './refresh-on-arrival.ts'
import { TableButtons } from './table-buttons.tsx'
import type { RecordDesk } from './use-record-desk.ts'

const icon = { size: 16, strokeWidth: 1.5 }

export interface RecordToolbarProps {
  desk: RecordDesk
  /** What an export holds; asked at the moment of use. */
  exportOrder: () => ExportOrder
  /** `…/import_excel/` of the business. */
  importPath: string
  /** Buttons of the screen's own, the first ones. */
  children?: ReactNode
}

/** A book's own buttons in the filter bar: Excel export and import, refresh (spec 2 "Case book tab"), bulk edit, columns, undo and redo. */
export function RecordToolbar({ desk, exportOrder, importPath, children }: RecordToolbarProps) {
  const { copy, source, history, commands } = desk
  const toast = useToast()
  const [isImporting, setImporting] = useState(false)

  return (
    <>
      {children}
      <ExportButton
        copy={copy}
        order={exportOrder}
        onDone={() => toast.success('엑셀 파일이 다운로드되었습니다.', bookToast)}
        onFailed={() => toast.error('엑셀 다운로드 실패')}
      />
      <Button icon={<Upload {...icon} />} onClick={() => setImporting(true)}>
        엑셀 가져오기
      </Button>
      <TableButtons desk={desk}>
        <Button icon={<ListChecks {...icon} />} onClick={desk.startBulkEdit}>
          일괄 수정{desk.count === 0 ? '' : ` (${desk.count.toLocaleString('ko-KR')})`}
        </Button>
      </TableButtons>
      {isImporting ? (
        <ImportDialog
          path={importPath}
          onClose={() => setImporting(false)}
          onFailed={(reason) => toast.error(`엑셀 입력 실패: ${reason}`)}
          onImported={(report) => {
            setImporting(false)
            const actId = noteImport({ copy, history, collection: desk.book.collection }, report)
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
