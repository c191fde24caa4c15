import type { Worker, WorkerDetail, WorkerQuestion } from '#contract/admin/task-monitor.ts'
import type { Selectable } from 'kysely'
import type { Deps } from '../../deps.ts'
import { silentWorkerMs } from '../../jobs/worker-heartbeat.ts'
import { lanes } from '../../jobs/task-work.ts'
import type { TaskWorkerTable } from '../../schema/tables/task-item.ts'

type Context = Pick<Deps, 'db' | 'now'>

/** Workers with a heartbeat in the last 24 hours, live ones first. */
export async function listWorkers({ db, now }: Context): Promise<WorkerDetail[]> {
  const rows = await db.selectFrom('task_worker').selectAll().orderBy('started_at').execute()
  const workers = rows.map((row) => workerOf(row, now()))
  return workers.toSorted((a, b) => Number(b.is_online) - Number(a.is_online) || a.name.localeCompare(b.name))
}

/** True when name, host and state match the question. */
export function matchesQuery(worker: Worker, { search, status }: WorkerQuestion): boolean {
  if (status && worker.status !== status) return false
  const words = (search ?? '').trim().toLowerCase()
  return words === '' || [worker.name, worker.hostname].some((text) => text.toLowerCase().includes(words))
}

function workerOf(row: Selectable<TaskWorkerTable>, now: Date): WorkerDetail {
  const isOnline = now.getTime() - Date.parse(row.seen_at) < silentWorkerMs
  return {
    name: row.name,
    hostname: row.host,
    status: isOnline ? stateOf(row, now) : 'inactive',
    is_online: isOnline,
    pid: row.pid,
    concurrency: row.places,
    active_tasks: row.doing.length,
    processed_tasks: row.done + row.failed,
    failed_tasks: row.failed,
    queues: [...lanes],
    version: row.version,
    started_at: row.started_at,
    seen_at: row.seen_at,
    running: row.doing.map(({ job, kind, since }) => ({
      task_id: job.slice(0, job.lastIndexOf('.')),
      task_name: kind,
      started_at: since,
    })),
  }
}

function stateOf({ restart_asked_at, trouble_at }: Selectable<TaskWorkerTable>, now: Date): Worker['status'] {
  if (restart_asked_at !== null) return 'restarting'
  return trouble_at !== null && now.getTime() - Date.parse(trouble_at) < silentWorkerMs ? 'error' : 'active'
}
