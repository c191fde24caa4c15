import { Download, RefreshCw, Upload } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { officeDay } from '#domain/office-date.ts'
import { useOfflineCopy } from '#app/session/offline-copy.tsx'
import { Button } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { caseBookColumns } from './case-book-columns.ts'
import { CaseBookFilters } from './case-book-filters.tsx'
import { caseBookPageSizes, sortOf } from './case-book-search.ts'
import { exportCaseBook } from './export-case-book.ts'
import { ImportDialog } from './import-dialog.tsx'
import { useCaseBookActs } from './use-case-book-acts.ts'
import { useCaseBookRows } from './use-case-book-rows.ts'
import { useCaseBookSearch } from './use-case-book-search.ts'
import { useGroups } from './use-groups.ts'
import { useUniqueFields } from './use-unique-fields.ts'
import { caseBookToast, useRefusalToasts } from './write-outcome-toasts.ts'

const icon = { size: 16, strokeWidth: 1.5 }

/** 사건부 (spec 2 "Case book tab"): filters, the entry line and one virtual list over the whole result, on the offline copy. */
export function CaseBookPage() {
  const copy = useOfflineCopy()
  const toast = useToast()
  const groups = useGroups(copy)
  const state = useCaseBookSearch()
  const suggestions = useUniqueFields(groups)
  const { source, queryKey } = useCaseBookRows(copy, state.search)
  const acts = useCaseBookActs({ copy, source, toast, groups })
  const [isImporting, setImporting] = useState(false)
  useRefusalToasts(copy, toast)

  // The columns stay the same object while the groups they offer may grow.
  const currentGroups = useRef(groups)
  currentGroups.current = groups
  const columns = useMemo(() => caseBookColumns(() => currentGroups.current), [])

  const refresh = useCallback(() => {
    copy.syncNow()
    source.refresh()
  }, [copy, source])

  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <CaseBookFilters state={state} suggestions={suggestions} />
      <div className="flex flex-wrap items-center gap-2">
        <ExportButton search={state.search} />
        <Button icon={<Upload {...icon} />} onClick={() => setImporting(true)}>
          엑셀 가져오기
        </Button>
        <Button icon={<RefreshCw {...icon} />} onClick={refresh}>
          새로고침
        </Button>
      </div>
      <DataTable
        tableId="real-estate-case-book"
        label="사건부"
        source={source}
        columns={columns}
        sort={sortOf(state.search)}
        onSort={(sort) => state.change({ sort: sort.direction === 'desc' ? `-${sort.field}` : sort.field })}
        queryKey={queryKey}
        onEdit={acts.edit}
        onOpenRow={acts.open}
        onDeleteRow={acts.remove}
        onSettleConflict={acts.settleConflict}
        entry={acts.entry}
        paging={{
          pageSize: state.search.page_size,
          pageSizes: caseBookPageSizes,
          onPageSize: (size) => state.change({ page_size: caseBookPageSizes.find((known) => known === size) ?? 20 }),
          jumpMessages: { notANumber: pageMessage, outOfRange: pageMessage },
        }}
        onMessage={(message) => toast[message.type](message.text, caseBookToast)}
        today={() => officeDay(Date.now())}
      />
      {isImporting ? (
        <ImportDialog
          onClose={() => setImporting(false)}
          onFailed={(reason) => toast.error(`엑셀 입력 실패: ${reason}`)}
          onImported={() => {
            setImporting(false)
            toast.success('엑셀 데이터가 성공적으로 입력되었습니다.', caseBookToast)
            refresh()
          }}
        />
      ) : null}
    </div>
  )
}

function pageMessage(pages: number): string {
  return `1~${pages} 사이의 페이지를 입력하세요.`
}

function ExportButton({ search }: { search: ReturnType<typeof useCaseBookSearch>['search'] }) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  async function run() {
    const abort = new AbortController()
    running.current = abort
    setProgress(0)
    const outcome = await exportCaseBook({ copy, search, signal: abort.signal, onProgress: setProgress })
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
