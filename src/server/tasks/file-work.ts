import { sql } from 'kysely'
import { downloadLifetimeMs, taskTimeoutMs } from '#contract/tasks/background-task.ts'
import { classifyDatabaseError, isStatementRejected } from '#server/db/database-failure.ts'
import { logFailure } from '#server/logging/log.ts'
import type { TaskRow } from '#server/schema/tables/task.ts'
import type { DownloadFiles } from './download-files.ts'
import type { DownloadKind } from './task-kind.ts'
import {
  failTask,
  messageOfFullDisk,
  notifyRequester,
  type TaskOutcome,
  type TaskWork,
  type WorkContext,
} from './task-work.ts'

export type FileContext = WorkContext & { readonly files: DownloadFiles }

/** A task that is one file, produced in one run or started over. */
export function createFileWork(context: FileContext, kind: DownloadKind): TaskWork {
  return {
    name: kind.name,
    lane: 'files',
    lifetimeMs: downloadLifetimeMs,
    listRemainingParts: async () => [{ name: 'file' }],
    async work({ taskId, signal }) {
      const task = await claimTask(context, taskId)
      if (!task) return 'done'
      // Errors are logged under the request for the file.
      const log = context.log.child({ reqId: task.request_id })
      const run: FileRun = {
        task,
        signal,
        write: (onProgress) => kind.write(kind.input.parse(task.input), onProgress),
      }
      return await writeFile({ ...context, log }, run)
    },
  }
}

/** Interval (ms) at which a worker reports its progress and that it is alive. */
export const heartbeatMs = 1000

/** One attempt to produce a task's file. */
interface FileRun {
  /** As it was claimed. */
  readonly task: TaskRow
  readonly signal: AbortSignal
  write(onProgress: Parameters<DownloadKind['write']>[1]): ReturnType<DownloadKind['write']>
}

/**
 * Produces the file of a task and completes it. When aborted by a drain the task is requeued; when
 * cancelled its row is gone and nothing is left. A task claimed by another process meanwhile is
 * left to it. Never throws.
 */
export async function writeFile(context: FileContext, { task, signal, write }: FileRun): Promise<TaskOutcome> {
  const { log, deps, files } = context
  const attemptUpdate = deps.db
    .updateTable('download_task')
    .where('id', '=', task.id)
    .where('attempt', '=', task.attempt)
  const progress = { done: 0, total: null as number | null }
  const overtaken = new AbortController()
  const beat = setInterval(() => {
    attemptUpdate
      .set({ ...progress, beat_at: deps.now().toISOString() })
      .executeTakeFirst()
      .then(({ numUpdatedRows }) =>
        numUpdatedRows === 0n ? overtaken.abort() : notifyRequester(deps.db, task.user_id),
      )
      .catch((error: unknown) => logFailure(log, error, 'could not report the progress of a background task'))
  }, heartbeatMs)
  try {
    const stream = await write((next) => Object.assign(progress, next))
    const eitherSignal = AbortSignal.any([signal, overtaken.signal, AbortSignal.timeout(taskTimeoutMs)])
    const fileSize = await files.write(task, stream, eitherSignal)
    const finishedAt = deps.now().toISOString()
    await attemptUpdate
      .set({ ...progress, status: 'completed', file_size: fileSize, finished_at: finishedAt })
      .execute()
    await notifyRequester(deps.db, task.user_id).catch((error: unknown) =>
      logFailure(log, error, 'could not notify about a file'),
    )
    return 'done'
  } catch (error) {
    clearInterval(beat)
    // Without the database the outcome cannot be stored: the task is delivered again and started
    // over.
    return await recordFailure(error).catch((cause: unknown): TaskOutcome => {
      logFailure(log, cause, 'could not record the outcome of a background task')
      return 'again'
    })
  } finally {
    clearInterval(beat)
  }

  async function recordFailure(error: unknown): Promise<TaskOutcome> {
    await files.remove(task)
    const failure = classifyDatabaseError(error)
    // A statement the database rejected (e.g. a timeout) would be rejected again.
    const isUnavailable = failure === 'unavailable' && !isStatementRejected(error)
    if (signal.aborted || isUnavailable) {
      await attemptUpdate.set({ status: 'pending', done: 0 }).execute()
      return 'again'
    }
    const isOvertaken = overtaken.signal.aborted || (await isLost())
    if (!isOvertaken)
      await failTask(context, { id: task.id, error, ...(failure === 'full' && { message: messageOfFullDisk }) })
    return 'done'
  }

  /** Cancelled, or claimed by another process: not a failure. */
  async function isLost(): Promise<boolean> {
    const { numUpdatedRows } = await attemptUpdate.set({ done: progress.done }).executeTakeFirst()
    return numUpdatedRows === 0n
  }
}

/**
 * Claims a whole task: earlier attempts can no longer write (`attempt`). Undefined when it is
 * finished or cancelled, so that a task delivered twice is done once.
 */
export async function claimTask(
  { deps }: WorkContext,
  id: string,
  { keepsStart = false } = {},
): Promise<TaskRow | undefined> {
  const now = deps.now().toISOString()
  const { rows } = await sql<TaskRow>`
    update download_task set status = 'processing', attempt = attempt + 1, done = 0, total = null,
      beat_at = ${now}::timestamptz, started_at = case when ${keepsStart} then coalesce(started_at, ${now}::timestamptz) else ${now}::timestamptz end
    where id = ${id} and status in ('pending', 'processing') returning *`.execute(deps.db)
  return rows[0]
}
