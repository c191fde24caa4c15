import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import {
  type Pagination,
  type TaskDetail,
  type TaskListQuery,
  taskNames,
  type TaskRun,
  type Worker,
  type WorkerDetail,
  type WorkerListQuery,
} from '#contract/admin/task-monitor.ts'
import { problem } from '#contract/problem.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { TaskRunTable, TaskWorkerTable } from '#server/schema/tables/task.ts'
import { silentWorkerMs } from '#server/tasks/queue-state.ts'
import type { TaskQueue } from '#server/tasks/task-queue.ts'
import { type Lane, lanes, notifyRequester } from '#server/tasks/task-work.ts'
import { writeTrail } from '#server/trail/write-trail.ts'

export interface TaskReadContext extends Pick<Deps, 'db' | 'now'> {
  readonly lanesByKind: ReadonlyMap<string, Lane>
}

const hourMs = 3_600_000

/** A page of recent tasks, newest first, searched by id, name and worker. */
export async function listTasks(
  reads: TaskReadContext,
  query: TaskListQuery,
): Promise<{ data: TaskRun[]; pagination: Pagination }> {
  const { page, limit } = query
  const tasks = reads.db.selectFrom('task_run').where((eb) => eb.and(buildConditions(reads, query, eb)))
  const rows = await tasks
    .selectAll()
    .orderBy('queued_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await tasks.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(total / limit))
  return { data: rows.map((row) => toTaskRun(reads, row)), pagination: { page, page_size: limit, total, pages } }
}

function buildConditions(
  { now }: TaskReadContext,
  { search, status, hours }: TaskListQuery,
  eb: ExpressionBuilder<Tables, 'task_run'>,
) {
  const conditions = [eb('queued_at', '>=', new Date(now().getTime() - hours * hourMs).toISOString())]
  if (status) conditions.push(eb('status', '=', status.toUpperCase() as TaskRun['status']))
  const text = (search ?? '').trim()
  if (text === '') return conditions
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const texts = sql<string>`concat_ws(' ', id::text, kind, worker)`
  const kinds = Object.keys(taskNames).filter((kind) => taskNames[kind]?.toLowerCase().includes(text.toLowerCase()))
  return [...conditions, sql<boolean>`(${texts} ilike ${pattern} or kind = any(${kinds}::text[]))`]
}

/** Undefined when the task is unknown. */
export async function readTask(reads: TaskReadContext, id: string): Promise<TaskDetail | undefined> {
  const { db } = reads
  const row = await db.selectFrom('task_run').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const keptTask = await db.selectFrom('download_task').select('id').where('id', '=', id).executeTakeFirst()
  const { rows } = await sql<{ total: number; done: number; failed: number }>`
    select count(*) as total, count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed
    from task_item where task_id = ${id}`.execute(db)
  const items = rows[0] && rows[0].total > 0 ? rows[0] : null
  return { ...toTaskRun(reads, row), attempt: row.attempt, is_kept: keptTask !== undefined, items }
}

function toTaskRun({ lanesByKind, now }: TaskReadContext, row: Selectable<TaskRunTable>): TaskRun {
  const { started_at, finished_at } = row
  const secondsUntil = (end: number) =>
    started_at === null ? null : Math.max(0, (end - Date.parse(started_at)) / 1000)
  const isRunning = row.status === 'STARTED'
  const executionTime = finished_at === null ? null : secondsUntil(Date.parse(finished_at))
  return {
    task_id: row.id,
    task_name: row.kind,
    status: row.status,
    worker_name: row.worker,
    queue_name: lanesByKind.get(row.kind) ?? null,
    queued_at: row.queued_at,
    started_at,
    finished_at,
    execution_time: executionTime,
    runtime: isRunning ? secondsUntil(now().getTime()) : executionTime,
    error: row.error,
  }
}

/** Tasks that ended in the last 24 hours, and how many of them succeeded. */
export async function countTasks({ db, now }: TaskReadContext): Promise<{ success: number; total: number }> {
  const since = new Date(now().getTime() - 24 * hourMs).toISOString()
  const { rows } = await sql<{ success: number; total: number }>`
    select count(*) filter (where status = 'SUCCESS') as success, count(*) as total
    from task_run where queued_at >= ${since}::timestamptz - interval '1 day' and finished_at >= ${since}`.execute(db)
  return rows[0] ?? { success: 0, total: 0 }
}

type WorkersContext = Pick<Deps, 'db' | 'now'>

/** Workers with a heartbeat in the last 24 hours, live ones first. */
export async function listWorkers({ db, now }: WorkersContext): Promise<WorkerDetail[]> {
  const rows = await db.selectFrom('task_worker').selectAll().orderBy('started_at').execute()
  const workers = rows.map((row) => toWorkerDetail(row, now()))
  return workers.toSorted((a, b) => Number(b.is_online) - Number(a.is_online) || a.name.localeCompare(b.name))
}

/** True when name, host and state match the query. */
export function matchesQuery(worker: Worker, { search, status }: WorkerListQuery): boolean {
  if (status && worker.status !== status) return false
  const words = (search ?? '').trim().toLowerCase()
  return words === '' || [worker.name, worker.hostname].some((text) => text.toLowerCase().includes(words))
}

function toWorkerDetail(row: Selectable<TaskWorkerTable>, now: Date): WorkerDetail {
  const isOnline = now.getTime() - Date.parse(row.seen_at) < silentWorkerMs
  return {
    name: row.name,
    hostname: row.host,
    status: isOnline ? deriveWorkerStatus(row, now) : 'inactive',
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

function deriveWorkerStatus(
  { restart_asked_at, trouble_at }: Selectable<TaskWorkerTable>,
  now: Date,
): Worker['status'] {
  if (restart_asked_at !== null) return 'restarting'
  return trouble_at !== null && now.getTime() - Date.parse(trouble_at) < silentWorkerMs ? 'error' : 'active'
}

export interface MonitorContext {
  readonly deps: Deps
  readonly queue: TaskQueue
}

/** The acting user, for the trail. */
export interface Actor {
  readonly user: Pick<SignedInUser, 'id' | 'name'>
  readonly ipAddress: string
}

const revokedMessage = '최고관리자가 취소한 작업입니다.'
const createGoneError = () =>
  new HttpProblem(problem('not_found', { message: '보관 기간이 지났거나 없는 작업입니다.' }))

/**
 * Cancels a task that has not ended. Its requester is notified and no process continues it; work
 * already done stays done.
 */
export async function cancelTask({ deps, queue }: MonitorContext, id: string, actor: Actor): Promise<void> {
  const now = deps.now().toISOString()
  await deps.db.transaction().execute(async (trx) => {
    const task = await trx.selectFrom('download_task').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!task) throw createGoneError()
    if (task.status === 'completed' || task.status === 'failed')
      throw new HttpProblem(problem('refused', { message: '이미 끝난 작업은 취소할 수 없습니다.' }))
    await trx
      .updateTable('download_task')
      // Raising the attempt number makes later writes of the current worker void.
      .set({ status: 'failed', error: revokedMessage, finished_at: now, revoked_at: now, attempt: task.attempt + 1 })
      .where('id', '=', id)
      .execute()
    await writeTaskTrail(trx, actor, { act: 'cancel', task_id: id, task: task.kind })
    await notifyRequester(trx, task.user_id)
  })
  await queue.cancel(id)
}

/**
 * Queues a failed or cancelled task again. A task over many records continues with the unfinished
 * ones.
 */
export async function retryTask({ deps, queue }: MonitorContext, id: string, actor: Actor): Promise<void> {
  const kind = await deps.db.transaction().execute(async (trx) => {
    const task = await trx.selectFrom('download_task').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!task) throw createGoneError()
    if (task.status !== 'failed')
      throw new HttpProblem(problem('refused', { message: '실패했거나 취소된 작업만 다시 시도할 수 있습니다.' }))
    if (!queue.lanesByKind().has(task.kind))
      throw new HttpProblem(
        problem('refused', { message: '이 버전의 서버가 모르는 작업이어서 다시 시도할 수 없습니다.' }),
      )
    await trx
      .updateTable('task_item')
      .set({ state: 'pending', words: null })
      .where('task_id', '=', id)
      .where('state', '=', 'failed')
      .execute()
    const reset = { error: null, finished_at: null, revoked_at: null, started_at: null, beat_at: null, done: 0 }
    await trx
      .updateTable('download_task')
      .set({ status: 'pending', attempt: task.attempt + 1, ...reset })
      .where('id', '=', id)
      .execute()
    await writeTaskTrail(trx, actor, { act: 'retry', task_id: id, task: task.kind })
    await notifyRequester(trx, task.user_id)
    return task.kind
  })
  queue.deliver({ id, kind })
}

/** Ended tasks stay this long so that the requester can see the result. */
const endedTaskRetentionMs = 3_600_000

/**
 * Deletes tasks that ended more than an hour ago and have no file waiting for download, and workers
 * not seen for an hour. The monitor's own table keeps its rows.
 */
export async function cleanUpTasks({ deps }: MonitorContext, actor: Actor): Promise<void> {
  const before = new Date(deps.now().getTime() - endedTaskRetentionMs).toISOString()
  await deps.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from download_task t where status in ('completed', 'failed') and finished_at < ${before}
          and not exists (select from download_chunk c where c.task_id = t.id) returning 1)
      select count(*) as count from gone`.execute(trx)
    await sql`delete from task_worker where seen_at < ${before}`.execute(trx)
    await writeTaskTrail(trx, actor, { act: 'cleanup', tasks: rows[0]?.count ?? 0 })
  })
}

/**
 * Rebuilds the monitor's table from the existing tasks: adds rows lost in a database crash and
 * closes runs whose task is gone.
 */
export async function updateMetrics({ deps, queue }: MonitorContext): Promise<void> {
  await sql`
    insert into task_run (id, kind, status, attempt, queued_at, started_at, finished_at, error)
      select id, kind, task_word(status, attempt, revoked_at), attempt, requested_at, started_at, finished_at, error from download_task
      order by id for share
    on conflict (id) do update set status = excluded.status, attempt = excluded.attempt, started_at = excluded.started_at,
      finished_at = excluded.finished_at, error = excluded.error`.execute(deps.db)
  await sql`
    update task_run r set status = 'REVOKED', finished_at = ${deps.now().toISOString()}
    where finished_at is null and not exists (select from download_task t where t.id = r.id)`.execute(deps.db)
  await queue.wake()
}

/** Writes one trail row; `detail` holds ids and names of tasks and workers, never office data. */
export async function writeTaskTrail(
  trx: Parameters<typeof writeTrail>[0],
  { user: { id, name }, ipAddress }: Actor,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeTrail(trx, { user: { id, name }, ipAddress, act: 'update', collection: 'tasks', detail })
}
