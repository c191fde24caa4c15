import type { FastifyBaseLogger } from 'fastify'
import { downloadTimeoutMs } from '#contract/download-task.ts'
import { isRefusal, troubleOf } from '../db/database-trouble.ts'
import type { DownloadTask } from '../schema/tables/download-task.ts'
import type { Deps } from '../deps.ts'
import { logFailure } from '../plugins/trouble-log.ts'
import type { DownloadFiles } from './download-files.ts'
import type { DownloadKind } from './download-kind.ts'

/** A worker says this often that it lives, and how far it is. */
const beatMs = 1000
const messageOfFailure = '처리 중 오류가 발생했습니다.'
const messageOfFullDisk = '서버의 저장 공간이 가득 차서 파일을 만들지 못했습니다. 최고관리자에게 알려 주세요.'

type Ground = { log: FastifyBaseLogger; deps: Pick<Deps, 'db' | 'now'>; files: DownloadFiles }

/**
 * Writes one file. Aborted (drain, given up) the task goes back in line; given up its row is gone and nothing is left of it. A task that another process has
 * claimed meanwhile is left to it. Never throws.
 */
export async function writeDownload(
  { log, deps, files }: Ground,
  { task, kind, stop }: { task: DownloadTask; kind: DownloadKind; stop: AbortSignal },
): Promise<void> {
  const own = deps.db.updateTable('download_task').where('id', '=', task.id).where('attempt', '=', task.attempt)
  const progress = { done: 0, total: null as number | null }
  const abort = new AbortController()
  const beat = setInterval(() => {
    own
      .set({ ...progress, beat_at: deps.now().toISOString() })
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => numUpdatedRows === 0n && abort.abort())
      .catch((error: unknown) => logFailure(log, error, 'could not tell how far a download task is'))
  }, beatMs)
  try {
    const stream = await kind.write(kind.input.parse(task.input), (next) => Object.assign(progress, next))
    const signal = AbortSignal.any([stop, abort.signal, AbortSignal.timeout(downloadTimeoutMs)])
    const file_size = await files.write(task, stream, signal)
    const finished_at = deps.now().toISOString()
    await own.set({ ...progress, status: 'completed', file_size, finished_at }).execute()
  } catch (error) {
    clearInterval(beat)
    // Without its database a task can say nothing of itself: it falls silent, and whoever looks next writes it anew.
    await giveAccount(error).catch((lost: unknown) =>
      logFailure(log, lost, 'could not tell what became of a download task'),
    )
  } finally {
    clearInterval(beat)
  }

  async function giveAccount(error: unknown): Promise<void> {
    await files.remove(task)
    const trouble = troubleOf(error)
    // What the database refused (too long a statement) it would refuse again.
    const isAway = trouble === 'away' && !isRefusal(error)
    if (stop.aborted || isAway) await own.set({ status: 'pending', done: 0 }).execute()
    else if (!abort.signal.aborted) await fail(error, trouble === 'full' ? messageOfFullDisk : messageOfFailure)
  }

  async function fail(error: unknown, message: string): Promise<void> {
    const finished_at = deps.now().toISOString()
    const { numUpdatedRows } = await own.set({ status: 'failed', error: message, finished_at }).executeTakeFirst()
    // Given up, or claimed by another process: then nothing failed.
    if (numUpdatedRows > 0n) log.error({ err: error, task: task.id, kind: task.kind }, 'download task failed')
  }
}
