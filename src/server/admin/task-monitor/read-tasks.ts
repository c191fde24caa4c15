import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import {
  taskNames,
  type Pagination,
  type TaskDetail,
  type TaskQuestion,
  type TaskRun,
} from '#contract/admin/task-monitor.ts'
import type { Deps } from '../../deps.ts'
import type { Lane } from '../../jobs/task-work.ts'
import type { TaskRunTable } from '../../schema/tables/task-item.ts'
import type { Tables } from '../../schema/tables/tables.ts'

export interface TaskReads extends Pick<Deps, 'db' | 'now'> {
  readonly lanesByKind: ReadonlyMap<string, Lane>
}

const hourMs = 3_600_000

/** A page of recent tasks, newest first, searched by id, name and worker. */
export async function listTasks(
  reads: TaskReads,
  question: TaskQuestion,
): Promise<{ data: TaskRun[]; pagination: Pagination }> {
  const { page, limit } = question
  const tasks = reads.db.selectFrom('task_run').where((eb) => eb.and(conditionsOf(reads, question, eb)))
  const rows = await tasks
    .selectAll()
    .orderBy('queued_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await tasks.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(total / limit))
  return { data: rows.map((row) => taskOf(reads, row)), pagination: { page, page_size: limit, total, pages } }
}

function conditionsOf(
  { now }: TaskReads,
  { search, status, hours }: TaskQuestion,
  eb: ExpressionBuilder<Tables, 'task_run'>,
) {
  const conditions = [eb('queued_at', '>=', new Date(now().getTime() - hours * hourMs).toISOString())]
  if (status) conditions.push(eb('status', '=', status.toUpperCase() as TaskRun['status']))
  const words = (search ?? '').trim()
  if (words === '') return conditions
  const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const texts = sql<string>`concat_ws(' ', id::text, kind, worker)`
  const kinds = Object.keys(taskNames).filter((kind) => taskNames[kind]?.toLowerCase().includes(words.toLowerCase()))
  return [...conditions, sql<boolean>`(${texts} ilike ${pattern} or kind = any(${kinds}::text[]))`]
}

/** Undefined when the task is unknown. */
export async function readTask(reads: TaskReads, id: string): Promise<TaskDetail | undefined> {
  const { db } = reads
  const row = await db.selectFrom('task_run').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const file = await db.selectFrom('download_task').select('id').where('id', '=', id).executeTakeFirst()
  const { rows } = await sql<{ total: number; done: number; failed: number }>`
    select count(*) as total, count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed
    from task_item where task_id = ${id}`.execute(db)
  const items = rows[0] && rows[0].total > 0 ? rows[0] : null
  return { ...taskOf(reads, row), attempt: row.attempt, is_kept: file !== undefined, items }
}

function taskOf({ lanesByKind, now }: TaskReads, row: Selectable<TaskRunTable>): TaskRun {
  const { started_at, finished_at } = row
  const secondsUntil = (end: number) =>
    started_at === null ? null : Math.max(0, (end - Date.parse(started_at)) / 1000)
  const isRunning = row.status === 'STARTED'
  const execution_time = finished_at === null ? null : secondsUntil(Date.parse(finished_at))
  return {
    task_id: row.id,
    task_name: row.kind,
    status: row.status,
    worker_name: row.worker,
    queue_name: lanesByKind.get(row.kind) ?? null,
    queued_at: row.queued_at,
    started_at,
    finished_at,
    execution_time,
    runtime: isRunning ? secondsUntil(now().getTime()) : execution_time,
    error: row.error,
  }
}

/** Tasks that ended in the last 24 hours, and how many of them succeeded. */
export async function countTasks({ db, now }: TaskReads): Promise<{ success: number; total: number }> {
  const since = new Date(now().getTime() - 24 * hourMs).toISOString()
  const { rows } = await sql<{ success: number; total: number }>`
    select count(*) filter (where status = 'SUCCESS') as success, count(*) as total
    from task_run where queued_at >= ${since}::timestamptz - interval '1 day' and finished_at >= ${since}`.execute(db)
  return rows[0] ?? { success: 0, total: 0 }
}
