import { Download, RefreshCw, RotateCcw, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RowSource } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useApi } from '#app/session/api.tsx'
import { Button } from '#app/ui/button.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { hasCaseBookFilter, type CaseBookSearch } from './case-book-search.ts'
import { exportCaseBook } from './export-case-book.ts'
import { ImportDialog } from './import-dialog.tsx'
import type { CaseBookSearchState } from './use-case-book-search.ts'
import { caseBookToast } from './write-outcome-toasts.ts'

const icon = { size: 16, strokeWidth: 1.5 }

export interface CaseBookToolbarProps {
  copy: OfflineCopy
  state: CaseBookSearchState
  source: RowSource
}

/** Excel export and import, refresh and clear filters (spec 2 "Case book tab"). */
export function CaseBookToolbar({ copy, state, source }: CaseBookToolbarProps) {
  const toast = useToast()
  const [isImporting, setImporting] = useState(false)

  function refresh() {
    copy.syncNow()
    source.refresh()
  }

  return (
    <div
      role="toolbar"
      aria-label="사건부 작업"
      data-screen-only
      className="flex shrink-0 flex-wrap items-center gap-2 max-sm:-mx-3 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-3 max-sm:[&>*]:shrink-0"
    >
      <ExportButton copy={copy} search={state.search} />
      <Button icon={<Upload {...icon} />} onClick={() => setImporting(true)}>
        엑셀 가져오기
      </Button>
      <Button icon={<RefreshCw {...icon} />} onClick={refresh}>
        새로고침
      </Button>
      <Button
        tone="quiet"
        icon={<RotateCcw {...icon} />}
        disabled={!hasCaseBookFilter(state.search)}
        onClick={state.clear}
      >
        필터 초기화
      </Button>
      {isImporting ? (
        <ImportDialog
          onClose={() => setImporting(false)}
          onFailed={(reason) => toast.error(`엑셀 입력 실패: ${reason}`)}
          onImported={() => {
            setImporting(false)
            toast.success('엑셀 데이터가 성공적으로 입력되었습니다.', caseBookToast)
            copy.syncNow()
            refreshOnArrival(source)
          }}
        />
      ) : null}
    </div>
  )
}

function ExportButton({ copy, search }: { copy: OfflineCopy; search: CaseBookSearch }) {
  const api = useApi()
  const toast = useToast()
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  async function run() {
    const abort = new AbortController()
    running.current = abort
    setProgress(0)
    const outcome = await exportCaseBook({ copy, api, search, signal: abort.signal, onProgress: setProgress })
    setProgress(null)
    if (outcome === 'done') toast.success('엑셀 파일이 다운로드되었습니다.', caseBookToast)
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

/** How long a pull after an import is waited for. */
const arrivalPatienceMs = 15_000

/** Takes rows in as soon as the pull has brought them: refreshing at once would only show the book as it was. */
function refreshOnArrival(source: RowSource): void {
  const stop = source.subscribe(() => {
    if (source.getState().arrived === 0) return
    finish()
    source.refresh()
  })
  const timer = setTimeout(finish, arrivalPatienceMs)
  function finish() {
    stop()
    clearTimeout(timer)
  }
}
