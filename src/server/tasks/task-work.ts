import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { logFailure } from '#server/logging/log.ts'

/**
 * How tasks of one kind are done. The queue delivers each part at least once, to any process, and
 * again after a crash: the tables record what is done. `file-work.ts` and `item-work.ts` make
 * this from `DownloadKind` and `ItemKind`, which a business defines.
 */
export interface TaskWork {
  /** The value of `download_task.kind`. */
  readonly name: string
  readonly lane: Lane
  /** Retention of the result (ms); it is destroyed afterwards. */
  readonly lifetimeMs: number
  /** Names of the unfinished parts of a task. */
  listRemainingParts(taskId: string): Promise<readonly TaskPart[]>
  /** Never throws for problems it can report to the user. */
  work(run: PartRun): Promise<TaskOutcome>
}

/**
 * Files are few and long, items many and short: separate lanes keep them from waiting for each
 * other.
 */
export const lanes = ['files', 'items'] as const
export type Lane = (typeof lanes)[number]

export interface TaskPart {
  readonly name: string
  /**
   * Lower runs first, absent before all others, so that a short task is not delayed by the many
   * batches of a long one.
   */
  readonly priority?: number
}

export interface PartRun {
  readonly taskId: string
  readonly part: string
  readonly isFirstTry: boolean
  /** There is no retry after this try. */
  readonly isLastTry: boolean
  /** Aborts when the server drains or the task is cancelled. */
  readonly signal: AbortSignal
}

/**
 * `again`: retry later, by any free process. `more`: this part is done, and others may be due now.
 */
export type TaskOutcome = 'done' | 'again' | 'more'

export interface WorkContext {
  readonly log: FastifyBaseLogger
  readonly deps: Pick<Deps, 'db' | 'now' | 'officeKeys'>
}

/**
 * Notifies the user's open screens of a task's progress, wherever they are connected
 * (reads/change-listener.ts).
 */
export async function notifyRequester(db: Database, userId: string): Promise<void> {
  await sql`select pg_notify(${taskChannel}, ${userId})`.execute(db)
}

/** NOTIFY channel; the payload is the id of a user whose task progressed. */
export const taskChannel = 'task'

export const messageOfFailure = '처리 중 오류가 발생했습니다.'
export const messageOfFullDisk = '서버의 저장 공간이 가득 차서 파일을 만들지 못했습니다. 최고관리자에게 알려 주세요.'

/**
 * Marks a task as failed, with a message for people. `error` goes to the log; absent when the
 * server is not at fault. Never throws.
 */
export async function failTask(
  { deps, log }: Pick<WorkContext, 'log'> & { deps: Pick<WorkContext['deps'], 'db' | 'now'> },
  { id, error, message = messageOfFailure }: { id: string; error?: unknown; message?: string },
): Promise<void> {
  try {
    const failed = await deps.db
      .updateTable('download_task')
      .set({ status: 'failed', error: message, finished_at: deps.now().toISOString() })
      .where('id', '=', id)
      .where('status', 'in', ['pending', 'processing'])
      .returning(['kind', 'user_id'])
      .executeTakeFirst()
    if (!failed) return
    const { kind, user_id } = failed
    if (error === undefined) log.info({ task: id, kind }, 'no item of a task could be done')
    else log.error({ err: error, task: id, kind }, 'task failed')
    await notifyRequester(deps.db, user_id)
  } catch (cause) {
    logFailure(log, cause, 'could not record the outcome of a task')
  }
}
