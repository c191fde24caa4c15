import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import {
  type Worker,
  workerDetailResponseSchema,
  workersResponseSchema,
  workerStates,
} from '#contract/admin/task-monitor.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { MonitorDetail, type MonitorFilters, MonitorResult, MonitorTable, SearchBox } from './monitor-table.tsx'
import { workerLabels } from './monitor-texts.ts'
import { useMonitor, useMonitorAction } from './use-monitor.ts'

const head = ['워커명', '상태', '호스트', 'PID', '동시 처리 수', '실행 중', '처리 완료', '실패', '시작', '동작']
const choices = [
  { value: '', label: '모든 상태' },
  ...workerStates.map((value) => ({ value, label: workerLabels[value][0] })),
]

/** 워커: running workers, and those that went silent within a day. */
export function WorkerList({ filters, offlineReason }: { filters: MonitorFilters; offlineReason: string | undefined }) {
  const { values, change } = filters
  const [openWorker, setOpenWorker] = useState<string | null>(null)
  const state = choices.find(({ value }) => value === values.state)?.value ?? ''
  const query = new URLSearchParams({ search: values.q, status: state })
  const monitor = useMonitor(`workers/status/?${query}`, workersResponseSchema)
  const toWorkerLine = (worker: Worker) => ({
    key: worker.name,
    cells: renderWorkerCells(worker, { offlineReason, onShow: () => setOpenWorker(worker.name) }),
  })
  return (
    <>
      <div className="flex flex-wrap items-end gap-2 pb-3">
        <SearchBox label="워커 검색" filters={filters} />
        <Select
          label="워커 상태"
          isLabelHidden
          value={state}
          choices={choices}
          onValue={(value) => change({ state: value })}
        />
      </div>
      <MonitorResult monitor={monitor}>
        {({ data }) => (
          <MonitorTable label="워커" head={head} lines={data.map(toWorkerLine)} empty="워커가 없습니다." />
        )}
      </MonitorResult>
      {openWorker === null ? null : (
        <MonitorDetail
          title={openWorker}
          path={`workers/${encodeURIComponent(openWorker)}/`}
          schema={workerDetailResponseSchema}
          onClose={() => setOpenWorker(null)}
        />
      )}
    </>
  )
}

function renderWorkerCells(
  worker: Worker,
  { offlineReason, onShow }: { offlineReason: string | undefined; onShow(): void },
) {
  const [label, tone] = workerLabels[worker.status]
  return [
    worker.name,
    <Badge key="state" tone={tone}>
      {label}
    </Badge>,
    worker.hostname,
    worker.pid,
    worker.concurrency,
    worker.active_tasks,
    formatNumber(worker.processed_tasks),
    formatNumber(worker.failed_tasks),
    formatMoment(worker.started_at),
    <span key="acts" className="flex gap-1">
      <Button size="sm" aria-label={`${worker.name} 상세`} onClick={onShow}>
        상세
      </Button>
      <RestartButton worker={worker} offlineReason={offlineReason} />
    </span>,
  ]
}

function RestartButton({
  worker: { name, is_online },
  offlineReason,
}: {
  worker: Worker
  offlineReason: string | undefined
}) {
  const { isBusy, run } = useMonitorAction()
  const command = {
    path: `workers/${encodeURIComponent(name)}/restart/`,
    failed: '워커 재시작에 실패했습니다',
    question: {
      title: `워커 '${name}'을(를) 재시작하시겠습니까?`,
      message: '실행 중인 작업은 재시작한 뒤 이어집니다.',
      confirmLabel: '재시작',
    },
  }
  return (
    <Button
      size="sm"
      aria-label={`${name} 재시작`}
      isBusy={isBusy}
      disabledReason={offlineReason ?? (is_online ? undefined : '응답하지 않는 워커입니다.')}
      onClick={() => void run(command)}
    >
      재시작
    </Button>
  )
}
