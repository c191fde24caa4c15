import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { DownloadTask } from '../schema/tables/download-task.ts'
import type { Deps } from '../deps.ts'
import { logFailure } from '../plugins/trouble-log.ts'
import { downloadFiles, type DownloadFiles } from './download-files.ts'
import type { DownloadKind } from './download-kind.ts'
import { sweepDownloads } from './sweep-downloads.ts'
import { writeDownload } from './write-download.ts'

export interface DownloadQueue {
  readonly files: DownloadFiles
  addKind(kind: DownloadKind): void
  /** Something may be waiting: called after a start, so that nobody waits for the next look. */
  wake(): void
  /** Stops work on a task given up; its row is gone already, and its file with it. */
  giveUp(id: string): Promise<void>
  stop(): Promise<void>
}

/** Files written at the same time in this process; the rest wait in line. */
const places = 2

/**
 * Works through `download_task`, oldest first. Every process on the database takes part; a task belongs to whoever claimed it, as long as it shows a sign of
 * life. One whose process ended (deploy, crash) is written anew by the next that looks. Rows go a day after they were finished, their files with them.
 * A plain loop over the table until BullMQ (design §5) comes with the jobs of issue "integrations"; the table stays what people poll.
 */
export function createDownloadQueue(log: FastifyBaseLogger, deps: QueueDeps, patience: Patience = {}): DownloadQueue {
  const line: Line = {
    log,
    deps,
    silentMs: patience.silentMs ?? 15_000,
    files: downloadFiles(deps.db, deps.numbers),
    kinds: new Map(),
    running: new Map(),
    isStopped: false,
    look: null,
    isLookWanted: false,
  }
  const stopLooking = lookEvery(line, patience.lookMs ?? 5000)
  const stop = async () => {
    line.isStopped = true
    for (const { abort } of line.running.values()) abort.abort()
    await Promise.allSettled([stopLooking(), line.look, ...[...line.running.values()].map(({ ended }) => ended)])
  }
  deps.drain.addEventListener('abort', () => void stop(), { once: true })
  return {
    files: line.files,
    wake: () => wake(line),
    stop,
    addKind: (kind) => void line.kinds.set(kind.name, kind),
    async giveUp(id) {
      const known = line.running.get(id)
      known?.abort.abort()
      await known?.ended
    },
  }
}

type QueueDeps = Pick<Deps, 'db' | 'now' | 'drain' | 'numbers'>
/** Milliseconds between looks, and until a process without a sign of life counts as gone. */
type Patience = { lookMs?: number; silentMs?: number }

interface Line {
  readonly log: FastifyBaseLogger
  readonly deps: QueueDeps
  readonly silentMs: number
  readonly files: DownloadFiles
  readonly kinds: Map<string, DownloadKind>
  readonly running: Map<string, { abort: AbortController; ended: Promise<void> }>
  isStopped: boolean
  look: Promise<void> | null
  isLookWanted: boolean
}

const looksPerSweep = 120

/** Other processes give tasks too, and some fall silent. Every so many looks old tasks are swept. Answers how to stop. */
function lookEvery(line: Line, lookMs: number): () => Promise<unknown> {
  const { log, deps } = line
  let sweeping: Promise<unknown> = Promise.resolve()
  let looks = 0
  const timer = setInterval(() => {
    wake(line)
    looks += 1
    if (looks % looksPerSweep !== 1) return
    sweeping = sweepDownloads(deps).catch((error: unknown) => logFailure(log, error, 'could not sweep download tasks'))
  }, lookMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return sweeping
  }
}

function wake(line: Line): void {
  line.isLookWanted = true
  line.look ??= lookForWork(line).finally(() => {
    line.look = null
  })
}

async function lookForWork(line: Line): Promise<void> {
  while (line.isLookWanted && !line.isStopped) {
    line.isLookWanted = false
    try {
      while (line.running.size < places && !line.isStopped && (await takeOne(line)));
    } catch (error) {
      logFailure(line.log, error, 'could not look for download tasks')
    }
  }
}

async function takeOne(line: Line): Promise<boolean> {
  const { deps, kinds, running, silentMs } = line
  const task = await claim(deps.db, { kinds: [...kinds.keys()], now: deps.now(), silentMs })
  const kind = task && kinds.get(task.kind)
  if (!task || !kind) return false
  const abort = new AbortController()
  // What goes wrong is logged under the request that asked for the file.
  const log = line.log.child({ reqId: task.request_id })
  const ended = writeDownload({ ...line, log }, { task, kind, stop: abort.signal }).finally(() => {
    running.delete(task.id)
    if (!line.isStopped) wake(line)
  })
  running.set(task.id, { abort, ended })
  // Stopped while the task was being claimed: nobody would hear of it any more.
  if (line.isStopped) abort.abort()
  return true
}

/** Takes the oldest task that waits or whose process has gone silent. */
async function claim(
  db: Deps['db'],
  { kinds, now, silentMs }: { kinds: readonly string[]; now: Date; silentMs: number },
): Promise<DownloadTask | undefined> {
  const silentSince = new Date(now.getTime() - silentMs).toISOString()
  const { rows } = await sql<DownloadTask>`
    update download_task set status = 'processing', attempt = attempt + 1, done = 0, total = null, beat_at = ${now.toISOString()}::timestamptz,
      started_at = ${now.toISOString()}::timestamptz
    where id = (
      select id from download_task
      where (status = 'pending' or (status = 'processing' and beat_at < ${silentSince}::timestamptz)) and kind = any(${kinds}::text[])
      order by requested_at limit 1 for update skip locked
    )
    returning *
  `.execute(db)
  return rows[0]
}
