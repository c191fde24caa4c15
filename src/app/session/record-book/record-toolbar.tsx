import { Columns3, Download, ListChecks, RefreshCw, Upload } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { HistoryButtons } from '#app/session/act-history/history-buttons.tsx'
import { useApi } from '#app/session/api.tsx'
import { Button } from '#app/ui/button.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { exportRecords, type ExportOrder } from './export-records.ts'
import { noteImport } from './import-act.ts'
import { ImportDialog } from './import-dialog.tsx'
import { bookToast } from './outcome-words.ts'
import { refreshOnArrival } from './refresh-on-arrival.ts'
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

  function refresh() {
    copy.syncNow()
    source.refresh()
  }

  return (
    <>
      {children}
      <ExportButton desk={desk} exportOrder={exportOrder} />
      <Button icon={<Upload {...icon} />} onClick={() => setImporting(true)}>
        엑셀 가져오기
      </Button>
      <Button icon={<RefreshCw {...icon} />} onClick={refresh}>
        새로고침
      </Button>
      <Button icon={<ListChecks {...icon} />} onClick={desk.startBulkEdit}>
        일괄 수정{desk.count === 0 ? '' : ` (${desk.count.toLocaleString('ko-KR')})`}
      </Button>
      <Button icon={<Columns3 {...icon} />} onClick={desk.layout.openManager}>
        컬럼 관리
      </Button>
      <HistoryButtons history={history} commands={commands} />
      {isImporting ? (
        <ImportDialog
          path={importPath}
          onClose={() => setImporting(false)}
          onFailed={(reason) => toast.error(`엑셀 입력 실패: ${reason}`)}
          onImported={(report) => {
            setImporting(false)
            const actId = noteImport({ copy, history, collection: desk.book.collection }, report)
            const undo = { action: { label: '되돌리기', onSelect: () => commands.undoAct(actId) } }
            toast.success('엑셀 데이터가 성공적으로 입력되었습니다.', undo)
            copy.syncNow()
            refreshOnArrival(source)
          }}
        />
      ) : null}
    </>
  )
}

function ExportButton({ desk: { copy }, exportOrder }: Pick<RecordToolbarProps, 'desk' | 'exportOrder'>) {
  const api = useApi()
  const toast = useToast()
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  async function run() {
    const abort = new AbortController()
    running.current = abort
    setProgress(0)
    const outcome = await exportRecords({ copy, api, signal: abort.signal, onProgress: setProgress }, exportOrder())
    setProgress(null)
    if (outcome === 'done') toast.success('엑셀 파일이 다운로드되었습니다.', bookToast)
    else if (outcome === 'failed') toast.error('엑셀 다운로드 실패')
  }

  if (progress !== null) {
    return (
      <Button icon={<Download {...icon} />} onClick={() => running.current?.abort()}>
        내보내기 취소 ({Math.round(progress * 100)}%)
      </Button>
    )
  }
  return (
    <Button icon={<Download {...icon} />} onClick={() => void run()}>
      엑셀 내보내기
    </Button>
  )
}
