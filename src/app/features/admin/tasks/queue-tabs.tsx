import {
  congestionOf,
  figuresAnswerSchema,
  queuesAnswerSchema,
  type QueueFigures,
} from '#contract/admin/task-monitor.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { MonitorPlace, MonitorTable } from './monitor-table.tsx'
import { congestionWords, durationText, queueName } from './monitor-words.ts'
import { useMonitor } from './use-monitor.ts'

/** 큐: the contents of each queue. */
export function QueueList() {
  const read = useMonitor('queues/stats/', queuesAnswerSchema)
  return (
    <MonitorPlace read={read}>
      {({ data }) => (
        <MonitorTable
          label="큐"
          head={['큐 이름', '대기', '실행 중', '예약', '혼잡도']}
          empty="큐가 없습니다."
          lines={data.map((queue) => {
            const [label, tone] = congestionWords[congestionOf(queue.pending_tasks)]
            const counts = [queue.pending_tasks, queue.active_tasks, queue.scheduled_tasks]
            return {
              key: queue.queue_name,
              cells: [
                queueName(queue.queue_name),
                ...counts.map((count) => count.toLocaleString('ko')),
                <Badge key="congestion" tone={tone}>
                  {label}
                </Badge>,
              ],
            }
          })}
        />
      )}
    </MonitorPlace>
  )
}

/** Redis figures; without Redis, those of the database that holds the queue. */
export function RedisFigures() {
  const read = useMonitor('redis/info/', figuresAnswerSchema)
  return <MonitorPlace read={read}>{({ data }) => <Figures figures={data} />}</MonitorPlace>
}

function Figures({ figures }: { figures: QueueFigures }) {
  const isRedis = figures.backend === 'redis'
  const facts = [
    ['버전', figures.version],
    ['가동 시간', durationText(figures.uptime_in_seconds)],
    [isRedis ? '연결된 클라이언트' : '연결', figures.connected_clients.toLocaleString('ko')],
    [isRedis ? '메모리 사용량' : '데이터베이스 크기', figures.used_memory_human],
    [isRedis ? '누적 명령 수' : '누적 트랜잭션 수', figures.total_commands_processed.toLocaleString('ko')],
    ['작업 키 수', figures.celery_keys_count.toLocaleString('ko')],
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
        {facts.map(([name, value]) => (
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
