import type { FastifyBaseLogger } from 'fastify'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { downloadTimeoutMs } from '#contract/download-task.ts'
import type { DownloadTask } from '../db/tables/download-task.ts'
import type { Deps } from '../deps.ts'
import type { DownloadFiles } from './download-files.ts'
import type { DownloadKind } from './download-kind.ts'

/** A worker says this often that it lives, and how far it is. */
const beatMs = 1000
const messageOfFailure = '처리 중 오류가 발생했습니다.'

type Ground = { log: FastifyBaseLogger; deps: Pick<Deps, 'db' | 'now'>; files: DownloadFiles }

/** Writes one file. Aborted (drain, given up) the task goes back in line; given up its row is gone and nothing is left of it. Never throws. */
export async function writeDownload(
  { log, deps, files }: Ground,
  { task, kind, stop }: { task: DownloadTask; kind: DownloadKind; stop: AbortSignal },
): Promise<void> {
  const own = deps.db.updateTable('download_task').where('id', '=', task.id)
  const progress = { done: 0, total: null as number | null }
  const abort = new AbortController()
  const beat = setInterval(() => {
    own
      .set({ ...progress, beat_at: deps.now().toISOString() })
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => numUpdatedRows === 0n && abort.abort())
      .catch((error: unknown) => log.warn({ err: error }, 'could not tell how far a download task is'))
  }, beatMs)
  try {
    const stream = kind.write(kind.input.parse(task.input), (next) => Object.assign(progress, next))
    const signal = AbortSignal.any([stop, abort.signal, AbortSignal.timeout(downloadTimeoutMs)])
    await pipeline(stream, createWriteStream(await files.begin(task.id), { mode: 0o600 }), { signal })
    const file_size = await files.finish(task.id)
    const finished_at = deps.now().toISOString()
    await own.set({ ...progress, status: 'completed', file_size, finished_at }).execute()
  } catch (error) {
    await files.remove(task.id)
    if (stop.aborted) await own.set({ status: 'pending', done: 0 }).execute()
    else if (!abort.signal.aborted) await fail(error)
  } finally {
    clearInterval(beat)
  }

  async function fail(error: unknown): Promise<void> {
    log.error({ err: error, task: task.id, kind: task.kind }, 'download task failed')
    const finished_at = deps.now().toISOString()
    await own.set({ status: 'failed', error: messageOfFailure, finished_at }).execute()
  }
}
