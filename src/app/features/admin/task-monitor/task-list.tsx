import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import {
  defaultTaskHours,
  type Pagination,
  taskDetailResponseSchema,
  taskHours,
  type TaskRun,
  tasksResponseSchema,
  taskStateFilters,
} from '#contract/admin/task-monitor.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { MonitorDetail, type MonitorFilters, MonitorResult, MonitorTable, SearchBox } from './monitor-table.tsx'
import { formatQueueName, formatTaskName, secondsText, taskStatusLabels } from './monitor-texts.ts'
import { useMonitor, useMonitorAction } from './use-monitor.ts'

const head = ['작업 ID', '작업명', '상태', '워커', '큐', '등록 시각', '완료 시각', '실행 시간', '오류 내용', '동작']
const hourLabels: Record<(typeof taskHours)[number], string> = {
  1: '최근 1시간',
  6: '최근 6시간',
  24: '최근 24시간',
  168: '최근 7일',
}
const hourChoices = taskHours.map((hours) => ({ value: String(hours), label: hourLabels[hours] }))
const taskStateLabels = { success: '성공', failure: '실패', pending: '대기', started: '실행 중' }
const choices = [
  { value: '', label: '모든 상태' },
  ...taskStateFilters.map((value) => ({ value, label: taskStateLabels[value] })),
]

/** 작업: tasks of the last hours, newest first. */
export function TaskList({ filters, offlineReason }: { filters: MonitorFilters; offlineReason: string | undefined }) {
  const { values, change } = filters
  const [openTaskId, setOpenTaskId] = useState<string | null>(null)
  const state = choices.find(({ value }) => value === values.state)?.value ?? ''
  const hours = hourChoices.find(({ value }) => value === values.hours)?.value ?? String(defaultTaskHours)
  const page = /^[1-9]\d{0,4}$/.test(values.page) ? values.page : '1'
  const query = new URLSearchParams({ search: values.q, status: state, hours, page })
  const monitor = useMonitor(`tasks/status/?${query}`, tasksResponseSchema)
  const toTaskLine = (task: TaskRun) => ({
    key: task.task_id,
    cells: renderTaskCells(task, { offlineReason, onShow: () => setOpenTaskId(task.task_id) }),
  })
  return (
    <>
      <div className="flex flex-wrap items-end gap-2 pb-3">
        <SearchBox label="작업 검색" filters={filters} />
        <Select
          label="작업 상태"
          isLabelHidden
          value={state}
          choices={choices}
          onValue={(value) => change({ state: value })}
        />
        <Select
          label="기간"
          isLabelHidden
          value={hours}
          choices={hourChoices}
          onValue={(value) => change({ hours: value === String(defaultTaskHours) ? '' : value })}
        />
      </div>
      <MonitorResult monitor={monitor}>
        {({ data, pagination }) => (
          <>
            <MonitorTable label="작업" head={head} lines={data.map(toTaskLine)} empty="이 기간의 작업이 없습니다." />
            <Pager pagination={pagination} onPage={(next) => change({ page: String(next) })} />
          </>
        )}
      </MonitorResult>
      {openTaskId === null ? null : (
        <MonitorDetail
          title={`작업 ${openTaskId.slice(0, 8)}`}
          path={`tasks/${openTaskId}/`}
          schema={taskDetailResponseSchema}
          onClose={() => setOpenTaskId(null)}
        />
      )}
    </>
  )
}

function renderTaskCells(
  task: TaskRun,
  { offlineReason, onShow }: { offlineReason: string | undefined; onShow(): void },
) {
  const [label, tone] = taskStatusLabels[task.status]
  return [
    task.task_id.slice(0, 8),
    formatTaskName(task.task_name),
    <Badge key="state" tone={tone}>
      {label}
    </Badge>,
    task.worker_name ?? '-',
    formatQueueName(task.queue_name),
    formatMoment(task.queued_at),
    task.finished_at === null ? '-' : formatMoment(task.finished_at),
    secondsText(task.runtime),
    <span key="error" className="line-clamp-2 max-w-72 whitespace-normal">
      {task.error ?? '-'}
    </span>,
    <span key="acts" className="flex gap-1">
      <Button size="sm" aria-label={`작업 ${task.task_id.slice(0, 8)} 상세`} onClick={onShow}>
        상세
      </Button>
      <TaskAction task={task} offlineReason={offlineReason} />
    </span>,
  ]
}

/** Action for a task: cancel it before it ends, retry it if it failed. */
function TaskAction({
  task: { task_id, status },
  offlineReason,
}: {
  task: TaskRun
  offlineReason: string | undefined
}) {
  const { isBusy, run } = useMonitorAction()
  if (status === 'SUCCESS') return null
  const id = task_id.slice(0, 8)
  const isFinished = status === 'FAILURE' || status === 'REVOKED'
  const cancel = {
    path: `tasks/${task_id}/cancel/`,
    failed: '작업 취소에 실패했습니다',
    question: {
      title: `작업 ${id}을(를) 취소하시겠습니까?`,
      message: '이미 처리된 부분은 그대로 남고, 요청한 사람에게 취소되었다고 알립니다.',
      confirmLabel: '작업 취소',
      cancelLabel: '닫기',
    },
  }
  const retry = { path: `tasks/${task_id}/retry/`, failed: '작업을 다시 시도하지 못했습니다' }
  const word = isFinished ? '다시 시도' : '취소'
  return (
    <Button
      size="sm"
      aria-label={`작업 ${id} ${word}`}
      isBusy={isBusy}
      disabledReason={offlineReason}
      onClick={() => void run(isFinished ? retry : cancel)}
    >
      {word}
    </Button>
  )
}

function Pager({ pagination, onPage }: { pagination: Pagination; onPage(page: number): void }) {
  const { page, pages, total } = pagination
  return (
    <nav aria-label="작업 쪽" className="tabular flex flex-wrap items-center gap-2 pt-2">
      <span className="mr-auto text-ink-2">전체 {formatNumber(total)}건</span>
      <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        이전
      </Button>
      <span>
        {page} / {pages}
      </span>
      <Button size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        다음
      </Button>
    </nav>
  )
}
