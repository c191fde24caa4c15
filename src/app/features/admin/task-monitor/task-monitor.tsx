import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { Tabs } from '#app/ui/display/tabs.tsx'
import {
  classifyCongestion,
  figuresResponseSchema,
  overviewResponseSchema,
  type QueueFigures,
  queuesResponseSchema,
} from '#contract/admin/task-monitor.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { MonitorResult, MonitorTable, useMonitorFilters } from './monitor-table.tsx'
import { congestionLabels, formatQueueName, formatRunTime, restartAllQuestion } from './monitor-texts.ts'
import { TaskList } from './task-list.tsx'
import { monitorKey, useMonitor, useMonitorAction } from './use-monitor.ts'
import { WorkerList } from './worker-list.tsx'

const parts = [
  { key: 'workers', label: '워커' },
  { key: 'tasks', label: '작업' },
  { key: 'queues', label: '큐' },
  { key: 'redis', label: 'Redis' },
] as const

/** 작업 관리 in 서버 운영: background tasks and workers. */
export function TaskMonitor() {
  const filters = useMonitorFilters()
  const isOffline = useSyncStatus().connection === 'offline'
  const offlineReason = isOffline ? '연결되면 할 수 있습니다.' : undefined
  const part = parts.find(({ key }) => key === filters.values.part)?.key ?? 'workers'
  return (
    <section aria-label="작업 관리" className="flex min-w-0 flex-col gap-4 pt-3">
      {isOffline ? (
        <p role="status" className="rounded-control bg-warn-wash px-3 py-2 text-warn">
          서버에 연결되어 있지 않습니다. 아래는 마지막으로 받은 내용이거나 비어 있으며, 연결되면 새로 고칩니다.
        </p>
      ) : null}
      <OverviewCards />
      <MonitorActions offlineReason={offlineReason} />
      <Tabs label="작업 관리 구분" value={part} tabs={parts} onValue={(next) => filters.change({ part: next })}>
        <div className="pt-3">
          {part === 'workers' ? <WorkerList filters={filters} offlineReason={offlineReason} /> : null}
          {part === 'tasks' ? <TaskList filters={filters} offlineReason={offlineReason} /> : null}
          {part === 'queues' ? <QueueList /> : null}
          {part === 'redis' ? <RedisFigures /> : null}
        </div>
      </Tabs>
    </section>
  )
}

function OverviewCards() {
  const data = useMonitor('overview/', overviewResponseSchema).value?.data
  const redis = useMonitor('redis/info/', figuresResponseSchema).value?.data
  const recentTasks = data?.tasks_24h
  const rate =
    recentTasks && recentTasks.total > 0
      ? ` (성공률 ${((recentTasks.success / recentTasks.total) * 100).toFixed(1)}%)`
      : ''
  const pending = data?.queues.total_pending ?? null
  const cards = [
    ['워커 (활성/전체)', data ? `${data.workers.active} / ${data.workers.total}` : '-'],
    ['24시간 성공', recentTasks ? `${formatNumber(recentTasks.success)}건${rate}` : '-'],
    ['대기 작업', pending === null ? '-' : `${formatNumber(pending)}건`],
    [redis?.backend === 'postgres' ? '데이터베이스 연결' : 'Redis 연결', redis ? `${redis.connected_clients}` : '-'],
  ]
  return (
    <>
      {data?.workers.active === 0 ? (
        <p role="status" className="measure rounded-control bg-warn-wash px-3 py-2 text-warn">
          일하는 워커가 없습니다. 요청된 작업은 워커가 시작될 때까지 기다립니다. 서버의 WORKER 설정과 워커 프로세스를
          확인해 주세요.
        </p>
      ) : null}
      <dl className="tabular grid grid-cols-2 gap-2 lg:grid-cols-4">
        {cards.map(([name, value]) => (
          <div key={name} className="rounded-control border px-3 py-2">
            <dt className="text-label text-ink-2">{name}</dt>
            <dd className="text-lead font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function MonitorActions({ offlineReason }: { offlineReason: string | undefined }) {
  const client = useQueryClient()
  const { running, run } = useMonitorAction()
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<RefreshCw size={16} strokeWidth={1.5} />}
        onClick={() => void client.invalidateQueries({ queryKey: monitorKey })}
      >
        새로고침
      </Button>
      {commands.map(({ label, ...command }) => (
        <Button
          key={command.path}
          isBusy={running?.path === command.path}
          disabledReason={offlineReason}
          onClick={() => void run(command)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

const commands = [
  {
    label: '지표 업데이트',
    path: 'tasks/update-metrics/',
    failed: '워커 지표 업데이트에 실패했습니다',
  },
  {
    label: '완료된 작업 정리',
    path: 'tasks/cleanup/',
    failed: '작업 정리에 실패했습니다',
    question: {
      title: '완료된 작업을 정리하시겠습니까?',
      message: '끝난 지 한 시간이 지났고 받을 파일이 없는 작업을 정리합니다. 이 화면의 기록은 남습니다.',
      confirmLabel: '정리',
    },
  },
  {
    label: '모든 워커 재시작',
    path: 'tasks/update-and-restart-workers/',
    failed: '워커 업데이트 및 재시작에 실패했습니다',
    question: restartAllQuestion,
  },
]

/** 큐: the contents of each queue. */
function QueueList() {
  const monitor = useMonitor('queues/stats/', queuesResponseSchema)
  return (
    <MonitorResult monitor={monitor}>
      {({ data }) => (
        <MonitorTable
          label="큐"
          head={['큐 이름', '대기', '실행 중', '예약', '혼잡도']}
          empty="큐가 없습니다."
          lines={data.map((queue) => {
            const [label, tone] = congestionLabels[classifyCongestion(queue.pending_tasks)]
            const counts = [queue.pending_tasks, queue.active_tasks, queue.scheduled_tasks]
            return {
              key: queue.queue_name,
              cells: [
                formatQueueName(queue.queue_name),
                ...counts.map((count) => formatNumber(count)),
                <Badge key="congestion" tone={tone}>
                  {label}
                </Badge>,
              ],
            }
          })}
        />
      )}
    </MonitorResult>
  )
}

/** Redis figures; without Redis, those of the database that holds the queue. */
function RedisFigures() {
  const monitor = useMonitor('redis/info/', figuresResponseSchema)
  return <MonitorResult monitor={monitor}>{({ data }) => <Figures figures={data} />}</MonitorResult>
}

function Figures({ figures }: { figures: QueueFigures }) {
  const isRedis = figures.backend === 'redis'
  const details = [
    ['버전', figures.version],
    ['가동 시간', formatRunTime(figures.uptime_in_seconds)],
    [isRedis ? '연결된 클라이언트' : '연결', formatNumber(figures.connected_clients)],
    [isRedis ? '메모리 사용량' : '데이터베이스 크기', figures.used_memory_human],
    [isRedis ? '누적 명령 수' : '누적 트랜잭션 수', formatNumber(figures.total_commands_processed)],
    ['작업 키 수', formatNumber(figures.celery_keys_count)],
  ]
  return (
    <div className="flex flex-col gap-4 py-3">
      {isRedis ? null : (
        <p className="measure text-ink-2">
          이 서버는 Redis를 쓰지 않습니다. 작업 큐가 데이터베이스(PostgreSQL)에 있어, 데이터베이스의 상태를 보여
          드립니다.
        </p>
      )}
      <dl className="tabular grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {details.map(([name, value]) => (
          <div key={name}>
            <dt className="text-label text-ink-2">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {figures.celery_keys.length === 0 ? null : (
        <div>
          <h2 className="text-label font-semibold text-ink-2">작업 키 (처음 {figures.celery_keys.length}개)</h2>
          <ul className="text-label">
            {figures.celery_keys.map((key) => (
              <li key={key} className="wrap-anywhere">
                {key}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
