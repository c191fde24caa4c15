import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { type QueueFigures, taskRunKeptMs } from '#contract/admin/task-monitor.ts'
import { troubleOf } from '../db/database-trouble.ts'
import { logFailure } from '../plugins/trouble-log.ts'
import { beatWorker } from './beat-worker.ts'
import { failTask } from './fail-task.ts'
import { type Line, type LineDeps, newLine, type Opened, type OwnProcess, type Patience } from './line-state.ts'
import {
  type Bullmq,
  type JobCounts,
  type JobQueue,
  type JobWorker,
  openBullmq,
  type WorkerHandlers,
} from './open-bullmq.ts'
import { lanes, type Lane, type TaskPart, type TaskWork } from './task-work.ts'
import { workOff } from './work-off.ts'
import { downloadKeptMs, itemResultsKeptMs } from '#contract/records/download-task.ts'

/** Delivers parts of tasks to the work registered for their kinds, here or in another process. */
export interface JobLine {
  add(work: TaskWork): void
  /** `isWorking` false: only delivers and counts, while others work. */
  start(how: { isWorking: boolean }): void
  deliver(task: string, kind: string): void
  giveUp(task: string): Promise<void>
  /** Counts of the queue by lane; rejects when the queue does not answer. */
  counts(): Promise<LaneCounts[]>
  figures(): Promise<QueueFigures>
  /** The worker checks for requests now and reports its state. Never throws. */
  wake(): Promise<void>
  /** `isReplaced`: another process replaces this one at once. */
  stop(how?: { isReplaced: boolean }): Promise<void>
}

export type LaneCounts = JobCounts & { readonly lane: Lane }

/** A job that has crashed its process this often is not retried. */
const maxDeaths = 3
/** Together about two minutes for a failing source. */
const maxAttempts = 8
const maxPauseMs = 60_000

/**
 *   task in the table ──deliver──▶ BullMQ ──▶ any process that knows its kind ──▶ done, or retried
 *          ▲                                                     after a delay that doubles
 *          └──── poll: no sign of life (delivery was lost, Redis was emptied, a backup was restored)
 *
 * A job is named after its task and part, so a second delivery adds no second job.
 */
export function createJobLine(
  log: FastifyBaseLogger,
  deps: LineDeps,
  options: Patience & { ownProcess?: OwnProcess },
): JobLine {
  const line: Line = {
    ...newLine(log, deps, options),
    deliver: (task, kind) => deliver(line, task, kind),
  }
  const stopped: { end?: Promise<void> } = {}
  return {
    add: (work) => void line.kinds.set(work.name, work),
    start: ({ isWorking }) => {
      if (!line.isStarted) start(line, isWorking)
    },
    deliver: (task, kind) => {
      deliver(line, task, kind).catch((error: unknown) => logFailure(log, error, 'could not deliver a task'))
    },
    async giveUp(task) {
      const jobs = [...line.running.values()].filter((one) => one.task === task)
      for (const { abort } of jobs) abort.abort()
      await Promise.all(jobs.map(({ ended }) => ended))
    },
    async counts() {
      const { queues } = await openedOf(line)
      return await Promise.all([...queues].map(async ([lane, queue]) => ({ lane, ...(await queue.counts()) })))
    },
    figures: async () => await (await openedOf(line)).bullmq.figures(),
    wake: async () => await line.beat?.now(),
    stop: (how) => (stopped.end ??= stop(line, how?.isReplaced ?? false)),
  }
}

function start(line: Line, isWorking: boolean): void {
  const { deps } = line
  line.isStarted = true
  line.isWorking = isWorking
  if (!isWorking) return
  line.startedAt = deps.now().toISOString()
  const places = placesOf(deps, 'files') + placesOf(deps, 'items')
  line.beat = beatWorker(line, places, line.ownProcess?.onRestart ?? (() => void restart(line)))
  openedOf(line).then(
    () => lookEvery(line),
    () => undefined,
  )
}

/**
 * Replaces the workers by new ones on new connections. Running jobs are requeued as in a drain: no
 * try is lost, and the next worker continues at once. Never rejects.
 */
async function restart(line: Line): Promise<void> {
  const before = line.opened
  if (line.end.signal.aborted || !before) return
  line.restarting ??= renew(line, before)
    .catch((error: unknown) => {
      if (!line.end.signal.aborted) logFailure(line.log, error, 'could not restart the worker')
    })
    .finally(() => {
      line.restarting = null
    })
  await line.restarting
}

async function renew(line: Line, before: Promise<Opened>): Promise<void> {
  line.log.info('restarting the worker')
  endShift(line)
  line.opened = before
    .catch(() => null)
    .then(async (opened) => {
      await close(opened)
      line.end.signal.throwIfAborted()
      line.shift = new AbortController()
      return await open(line)
    })
  await line.opened
  line.startedAt = line.deps.now().toISOString()
  Object.assign(line.counts, { done: 0, failed: 0 })
  await line.beat?.answered()
}

function endShift(line: Line): void {
  line.shift.abort()
  for (const { abort } of line.running.values()) abort.abort()
}

/** A process that only submits work connects to the queue with its first task. */
async function openedOf(line: Line): Promise<Opened> {
  if (!line.isStarted || (!line.opened && line.end.signal.aborted)) throw new Error('the queue is not open')
  line.opened ??= openLogged(line)
  return await line.opened
}

function openLogged(line: Line): Promise<Opened> {
  const opened = open(line)
  opened.catch((error: unknown) => {
    if (!line.end.signal.aborted) line.log.error({ err: error }, 'background jobs cannot run')
  })
  return opened
}

async function open(line: Line): Promise<Opened> {
  const { deps, end } = line
  const { databaseUrl, config } = deps
  const prefix = await prefixOf(line)
  const bullmq = await openBullmq({ databaseUrl, redisUrl: config.redisUrl, prefix }, end.signal)
  const { queues, workers } = await openLanes(line, bullmq).catch(async (error: unknown) => {
    await bullmq.close()
    throw error
  })
  return { bullmq, queues, workers }
}

async function openLanes(line: Line, bullmq: Bullmq): Promise<Pick<Opened, 'queues' | 'workers'>> {
  const queues = new Map<Lane, JobQueue>()
  for (const lane of lanes) queues.set(lane, await bullmq.queue(lane, (error) => reportTrouble(line, error)))
  const workers: JobWorker[] = []
  if (line.isWorking) for (const lane of lanes) workers.push(await openWorker(line, bullmq, lane))
  return { queues, workers }
}

/**
 * The queue's prefix of this database history: after a restore, its tasks are delivered again, and
 * old jobs belong to no one.
 */
async function prefixOf({ deps, end }: Line): Promise<string> {
  for (;;) {
    try {
      const query = sql<{ name: string }>`select epoch || '.' || current_database() as name from meta`
      const { rows } = await query.execute(deps.db)
      return `ongyeol-office.${rows[0]?.name ?? ''}`
    } catch (error) {
      if (troubleOf(error) !== 'away') throw error
      await delay(1000, undefined, { ref: false, signal: end.signal })
    }
  }
}

function openWorker(line: Line, bullmq: Bullmq, lane: Lane): Promise<JobWorker> {
  const { silentMs, lookMs, retryMs } = line.patience
  const hands: WorkerHandlers = {
    work: (job, token) => workOff(line, job, token),
    onGivenUp: ({ task }, error) => void failTask(line, { id: task, error }),
    onTrouble: (error) => reportTrouble(line, error),
  }
  return bullmq.worker(lane, hands, {
    concurrency: placesOf(line.deps, lane),
    lockDuration: Math.ceil(silentMs / 2),
    stalledInterval: Math.ceil(silentMs / 4),
    maxStalledCount: maxDeaths,
    runRetryDelay: 1000,
    drainDelay: lookMs / 1000,
    settings: { backoffStrategy: (tries) => Math.min(maxPauseMs, retryMs * 2 ** (tries - 1)) },
  })
}

/** Concurrent jobs. Each holds a connection, and most connections are for interactive requests. */
function placesOf({ config }: LineDeps, lane: Lane): number {
  const most = Math.max(1, Math.floor(config.databaseConnections / 3))
  return Math.min(most, lane === 'files' ? 2 : 4)
}

async function deliver(line: Line, task: string, kind: string): Promise<void> {
  const work = line.kinds.get(kind)
  if (!work || !line.isStarted || line.end.signal.aborted) return
  const queue = (await openedOf(line)).queues.get(work.lane)
  if (!queue) return
  const parts = await work.partsLeft(task)
  await Promise.all(parts.map((part) => queue.add(kind, { task, part: part.name }, jobOptions(task, part))))
}

/**
 * Finished jobs are removed: the table has their outcome, and their name is free for another
 * delivery.
 */
function jobOptions(task: string, { name, priority }: TaskPart) {
  return {
    jobId: `${task}.${name}`,
    attempts: maxAttempts,
    backoff: { type: 'custom' },
    removeOnComplete: true,
    removeOnFail: true,
    ...(priority !== undefined && { priority }),
  }
}

const looksPerSweep = 120

/**
 * Finds tasks whose delivery was lost or that an earlier process left. Every `looksPerSweep` polls
 * it also deletes old tasks.
 */
async function lookEvery(line: Line): Promise<void> {
  const { end, log, patience } = line
  for (let looks = 0; !end.signal.aborted; looks += 1) {
    try {
      for (const { id, kind } of await findSilent(line)) await deliver(line, id, kind)
      if (looks % looksPerSweep === 0) await sweepDownloads(line)
    } catch (error) {
      logFailure(log, error, 'could not poll for tasks')
    }
    await delay(patience.lookMs, undefined, { ref: false, signal: end.signal }).catch(() => undefined)
  }
}

async function findSilent({ deps, kinds, patience }: Line): Promise<{ id: string; kind: string }[]> {
  const since = new Date(deps.now().getTime() - patience.silentMs).toISOString()
  return await deps.db
    .selectFrom('download_task')
    .select(['id', 'kind'])
    .where('status', 'in', ['pending', 'processing'])
    .where('kind', 'in', ['', ...kinds.keys()])
    .where((eb) => eb(eb.fn.coalesce('beat_at', 'requested_at'), '<', since))
    .orderBy('requested_at')
    .limit(100)
    .execute()
}

/** Time for requeuing running jobs, and for a Redis or a database that does not answer (ms). */
const patienceOfEndMs = 8000

async function stop(line: Line, isReplaced: boolean): Promise<void> {
  line.end.abort()
  endShift(line)
  const opened = await line.opened?.catch(() => null)
  const silent = line.beat?.stop(isReplaced).catch(() => undefined)
  await Promise.all([close(opened), Promise.race([silent, delay(patienceOfEndMs, undefined, { ref: false })])])
}

async function close(opened: Opened | null | undefined): Promise<void> {
  if (!opened) return
  const { bullmq, queues, workers } = opened
  const closed = (async () => {
    await Promise.allSettled(workers.map((worker) => worker.close()))
    await Promise.allSettled([...queues.values()].map((queue) => queue.close()))
    await bullmq.close()
  })()
  await Promise.race([closed.catch(() => undefined), delay(patienceOfEndMs, undefined, { ref: false })])
}

/** Logs Redis outages; database outages are logged elsewhere. */
function reportTrouble(line: Line, error: Error): void {
  const { log, deps, shift } = line
  if (shift.signal.aborted) return
  line.troubleAt = deps.now().toISOString()
  if (deps.config.redisUrl === undefined) logFailure(log, error, 'the job queue reported an error')
  else log.warn({ err: error }, 'the job queue reported an error')
}

/**
 * Deletes tasks past their retention with file and items; those of unknown kinds after the longest
 * retention.
 */
async function sweepDownloads({ deps, kinds }: Pick<Line, 'deps' | 'kinds'>): Promise<void> {
  const before = (ms: number) => new Date(deps.now().getTime() - ms).toISOString()
  for (const { name, keptMs } of kinds.values())
    await deps.db
      .deleteFrom('download_task')
      .where('kind', '=', name)
      .where('finished_at', '<', before(keptMs))
      .execute()
  await deps.db
    .deleteFrom('download_task')
    .where('requested_at', '<', before(2 * itemResultsKeptMs))
    .execute()
  await deps.db.deleteFrom('task_run').where('queued_at', '<', before(taskRunKeptMs)).execute()
  await deps.db.deleteFrom('task_worker').where('seen_at', '<', before(downloadKeptMs)).execute()
}
