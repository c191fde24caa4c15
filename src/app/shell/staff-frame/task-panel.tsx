import { FileDown } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useExportReasonPrompt } from '#app/records/export-reason/export-reason-dialog.tsx'
import { describeExport } from '#app/records/export-reason/export-scope.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { BackgroundTaskList } from '#app/tasks/background-task-list.tsx'
import { isFinished } from '#app/tasks/background-task.ts'
import { hasNoFreeText, type TaskRequest } from '#app/tasks/task-steps.ts'
import { useBackgroundTaskList, useBackgroundTasks } from '#app/tasks/use-background-tasks.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Popover } from '#app/ui/overlays/popover.tsx'
import type { CollectionName } from '#contract/books/collections.ts'
import { depositExportTaskPath } from '#contract/deposit-cases/deposit-cases.ts'
import { caseBookExportTaskPath } from '#contract/real-estate/real-estate.ts'
import { type ExportTerms, exportTermsParams } from '#contract/trail/export-reason.ts'

/**
 * Button in the top line of every staff screen: lists the user's background tasks, whichever screen
 * started them.
 */
export function TaskPanel() {
  const tasks = useBackgroundTasks()
  const taskList = useBackgroundTaskList()
  const { connection, needsSignIn } = useSyncStatus()
  const running = taskList.filter((task) => !isFinished(task)).length
  const [isOpen, setIsOpen] = useState(false)
  const isPrompting = useRef(false)
  const paused = needsSignIn ? 'signed_out' : connection === 'offline' ? 'offline' : null
  return (
    <Popover
      title="다운로드 작업"
      width="wide"
      align="end"
      trigger={<PanelButton running={running} />}
      open={isOpen}
      // The dialog that asks for a reason takes the focus. If the panel closed now, it would take
      // the focus back.
      onOpenChange={(open) => (open || !isPrompting.current) && setIsOpen(open)}
    >
      <BackgroundTaskList
        tasks={taskList}
        paused={paused}
        canRetry={(id) => tasks.canRetry(id)}
        onRetry={(id) => tasks.retry(id)}
        onRetryFailed={(id) => tasks.retryFailed(id)}
        onFetchFile={(id) => void tasks.fetchFile(id)}
        onRemove={(id) => tasks.remove(id)}
        onRemoveFinished={() => tasks.removeFinished()}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <StartButton
          label="사건부 전체 내보내기"
          collection="real-estate"
          isOffline={paused === 'offline'}
          canUnmask
          buildRequest={buildCaseBookExport}
          isPrompting={isPrompting}
        />
        <StartButton
          label="공탁 사건 전체 내보내기"
          collection="deposit-cases"
          isOffline={paused === 'offline'}
          buildRequest={buildDepositExport}
          isPrompting={isPrompting}
        />
      </div>
    </Popover>
  )
}

interface StartButtonProps {
  label: string
  /** The book whose records the file contains. */
  collection: CollectionName
  isOffline: boolean
  canUnmask?: boolean
  buildRequest(exportTerms: ExportTerms): TaskRequest
  /** True while the dialog asks for a reason. */
  isPrompting: { current: boolean }
}

function StartButton({ label, collection, isOffline, canUnmask = false, buildRequest, isPrompting }: StartButtonProps) {
  const tasks = useBackgroundTasks()
  const copy = useOfflineCopy()
  const promptExportReason = useExportReasonPrompt()
  async function start() {
    isPrompting.current = true
    const scope = await describeExport(copy, { collection, query: { filters: [], search: '', sort: [] } })
    const exportTerms = await promptExportReason({ title: label, actionName: '내보내기', scope, canUnmask })
    isPrompting.current = false
    if (exportTerms) tasks.start(buildRequest(exportTerms))
  }
  return (
    <Button
      icon={<FileDown size={16} strokeWidth={1.5} aria-hidden />}
      {...(isOffline ? { disabledReason: '네트워크에 연결되면 시작할 수 있습니다.' } : {})}
      onClick={() => void start()}
    >
      {label}
    </Button>
  )
}

/** The popover passes the trigger's props and ref. */
function PanelButton({ running, ...trigger }: { running: number } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...trigger}
      title="다운로드 작업"
      className="relative flex size-8 items-center justify-center rounded-control text-ink-2 hover:bg-paper-sunk hover:text-ink coarse:size-11"
    >
      <FileDown size={18} strokeWidth={1.5} aria-hidden />
      <span className="sr-only">다운로드 작업</span>
      {running > 0 ? (
        <span className="tabular absolute -top-0.5 -right-0.5 rounded-full bg-primary px-1 text-[10px] leading-4 text-primary-ink">
          {running}
          <span className="sr-only">건 진행 중</span>
        </span>
      ) : null}
    </button>
  )
}

/** The whole case book as an Excel file made in the background. */
function buildCaseBookExport(exportTerms: ExportTerms): TaskRequest {
  return {
    label: '사건부 전체 엑셀',
    path: caseBookExportTaskPath,
    body: exportTermsParams(exportTerms),
    ...(hasNoFreeText(exportTerms) && { canPersistBody: true }),
    startedMessage: '엑셀 내보내기를 시작했습니다. 파일이 준비되면 자동으로 내려받습니다.',
    doneMessage: '엑셀 파일이 다운로드되었습니다.',
  }
}

/** The whole register of deposit cases as an Excel file made in the background. */
function buildDepositExport(exportTerms: ExportTerms): TaskRequest {
  return {
    label: '공탁 사건 전체 엑셀',
    path: depositExportTaskPath,
    body: exportTermsParams(exportTerms),
    ...(hasNoFreeText(exportTerms) && { canPersistBody: true }),
    startedMessage: '엑셀 내보내기를 시작했습니다. 파일이 준비되면 자동으로 내려받습니다.',
    doneMessage: '엑셀 파일이 다운로드되었습니다.',
  }
}
