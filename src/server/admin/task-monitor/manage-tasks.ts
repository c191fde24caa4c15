import { sql } from 'kysely'
import { problem } from '#contract/problem.ts'
import type { Deps } from '../../deps.ts'
import type { DownloadQueue } from '../../jobs/download-queue.ts'
import { notifyRequester } from '../../jobs/notify-requester.ts'
import { audit } from '../../audit/audit.ts'
import type { SignedInUser } from '../../plugins/bearer.ts'
import { Refusal } from '../../http/refusal.ts'

export interface MonitorContext {
  readonly deps: Deps
  readonly queue: DownloadQueue
}

/** The acting user, for the trail. */
export interface Doer {
  readonly user: Pick<SignedInUser, 'id' | 'name'>
  readonly address: string
}

const revokedMessage = '최고관리자가 취소한 작업입니다.'
const isGone = () => new Refusal(problem('not_found', { message: '보관 기간이 지났거나 없는 작업입니다.' }))

/**
 * Cancels a task that has not ended. Its requester is notified and no process continues it; work
 * already done stays done.
 */
export async function cancelTask({ deps, queue }: MonitorContext, id: string, doer: Doer): Promise<void> {
  const now = deps.now().toISOString()
  await deps.db.transaction().execute(async (tx) => {
    const task = await tx.selectFrom('download_task').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!task) throw isGone()
    if (task.status === 'completed' || task.status === 'failed')
      throw new Refusal(problem('refused', { message: '이미 끝난 작업은 취소할 수 없습니다.' }))
    await tx
      .updateTable('download_task')
      // Raising the attempt number makes later writes of the current worker void.
      .set({ status: 'failed', error: revokedMessage, finished_at: now, revoked_at: now, attempt: task.attempt + 1 })
      .where('id', '=', id)
      .execute()
    await writeAudit(tx, doer, { act: 'cancel', task_id: id, task: task.kind })
    await notifyRequester(tx, task.user_id)
  })
  await queue.giveUp(id)
}

/**
 * Queues a failed or cancelled task again. A task over many records continues with the unfinished
 * ones.
 */
export async function retryTask({ deps, queue }: MonitorContext, id: string, doer: Doer): Promise<void> {
  const kind = await deps.db.transaction().execute(async (tx) => {
    const task = await tx.selectFrom('download_task').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!task) throw isGone()
    if (task.status !== 'failed')
      throw new Refusal(problem('refused', { message: '실패했거나 취소된 작업만 다시 시도할 수 있습니다.' }))
    if (!queue.lanesByKind().has(task.kind))
      throw new Refusal(problem('refused', { message: '이 버전의 서버가 모르는 작업이어서 다시 시도할 수 없습니다.' }))
    await tx
      .updateTable('task_item')
      .set({ state: 'pending', words: null })
      .where('task_id', '=', id)
      .where('state', '=', 'failed')
      .execute()
    const reset = { error: null, finished_at: null, revoked_at: null, started_at: null, beat_at: null, done: 0 }
    await tx
      .updateTable('download_task')
      .set({ status: 'pending', attempt: task.attempt + 1, ...reset })
      .where('id', '=', id)
      .execute()
    await writeAudit(tx, doer, { act: 'retry', task_id: id, task: task.kind })
    await notifyRequester(tx, task.user_id)
    return task.kind
  })
  queue.deliver({ id, kind })
}

/** Ended tasks stay this long so that the requester can see the result. */
const lookedAtMs = 3_600_000

/**
 * Deletes tasks that ended more than an hour ago and have no file waiting for download, and workers
 * not seen for an hour. The monitor's own table keeps its rows.
 */
export async function cleanUpTasks({ deps }: MonitorContext, doer: Doer): Promise<void> {
  const before = new Date(deps.now().getTime() - lookedAtMs).toISOString()
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from download_task t where status in ('completed', 'failed') and finished_at < ${before}
          and not exists (select from download_chunk c where c.task_id = t.id) returning 1)
      select count(*) as count from gone`.execute(tx)
    await sql`delete from task_worker where seen_at < ${before}`.execute(tx)
    await writeAudit(tx, doer, { act: 'cleanup', tasks: rows[0]?.count ?? 0 })
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
export async function writeAudit(
  tx: Parameters<typeof audit>[0],
  { user: { id, name }, address }: Doer,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await audit(tx, { user: { id, name }, address, act: 'update', collection: 'tasks', detail })
}
