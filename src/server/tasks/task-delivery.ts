import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type QueueFigures, taskRunRetentionMs } from '#contract/admin/task-monitor.ts'
import { downloadLifetimeMs, itemResultsLifetimeMs } from '#contract/tasks/background-task.ts'
import { classifyDatabaseError } from '#server/db/database-failure.ts'
import { logFailure } from '#server/logging/log.ts'
import {
  type Bullmq,
  type Job,
  type JobCounts,
  type JobQueue,
  type JobWorker,
  openBullmq,
  type WorkerHandlers,
} from './open-bullmq.ts'
import {
  createQueueState,
  type OpenedQueues,
  type OwnProcess,
  type QueueState,
  type QueueTimings,
  type RunningJob,
  startHeartbeat,
  type TaskDeliveryDeps,
} from './queue-state.ts'
import { failTask, type Lane, lanes, type TaskOutcome, type TaskPart, type TaskWork } from './task-work.ts'

/** Delivers parts of tasks to the work registered for their kinds, here or in another process. */
export interface TaskDelivery {
  add(work: TaskWork): void
  /** `isWorking` false: only delivers and counts, while others work. */
  start(how: { isWorking: boolean }): void
  deliver(taskId: string, kind: string): void
  cancel(taskId: string): Promise<void>
  /** Counts of the queue by lane; rejects when the queue does not respond. */
  counts(): Promise<LaneCounts[]>
  figures(): Promise<QueueFigures>
  /** The worker checks for requests now and reports its state. Never throws. */
  wake(): Promise<void>
  /** `isReplaced`: another process replaces this one at once. */
  stop(how?: { isReplaced: boolean }): Promise<void>
}

type LaneCounts = JobCounts & { readonly lane: Lane }

/** A job that has crashed its process this often is not retried. */
const maxCrashes = 3
/** Together about two minutes for a failing source. */
const maxAttempts = 8
const maxPauseMs = 60_000

/**
 *   task in the table ──deliver──▶ BullMQ ──▶ any process that knows its kind ──▶ done, or retried
 *          ▲                                                     after a delay that doubles
 *          └──── poll: no sign of life (delivery was lost, Redis was emptied, a backup was
 * restored)
 *
 * A job is named after its task and part, so a second delivery adds no second job.
 */
export function createTaskDelivery(
  log: FastifyBaseLogger,
  deps: TaskDeliveryDeps,
  options: QueueTimings & { ownProcess?: OwnProcess },
): TaskDelivery {
  const state: QueueState = {
    ...createQueueState(log, deps, options),
    deliver: (taskId, kind) => deliver(state, taskId, kind),
  }
  const stopped: { end?: Promise<void> } = {}
  return {
    add: (work) => void state.kinds.set(work.name, work),
    start: ({ isWorking }) => {
      if (!state.isStarted) startQueue(state, isWorking)
    },
    deliver: (taskId, kind) => {
      deliver(state, taskId, kind).catch((error: unknown) => logFailure(log, error, 'could not deliver a task'))
    },
    async cancel(taskId) {
      const jobs = [...state.running.values()].filter((job) => job.taskId === taskId)
      for (const { controller } of jobs) controller.abort()
      await Promise.all(jobs.map(({ ended }) => ended))
    },
    async counts() {
      const { queues } = await ensureOpen(state)
      return await Promise.all([...queues].map(async ([lane, queue]) => ({ lane, ...(await queue.counts()) })))
    },
    figures: async () => await (await ensureOpen(state)).bullmq.figures(),
    wake: async () => await state.heartbeat?.reportNow(),
    stop: (how) => (stopped.end ??= stopQueue(state, how?.isReplaced ?? false)),
  }
}

function startQueue(state: QueueState, isWorking: boolean): void {
  const { deps } = state
  state.isStarted = true
  state.isWorking = isWorking
  if (!isWorking) return
  state.startedAt = deps.now().toISOString()
  const slots = countSlots(deps, 'files') + countSlots(deps, 'items')
  state.heartbeat = startHeartbeat(state, slots, state.ownProcess?.onRestart ?? (() => void restartWorkers(state)))
  ensureOpen(state).then(
    () => pollForSilentTasks(state),
    () => undefined,
  )
}

/**
 * Replaces the workers with new ones on new connections. Running jobs are requeued as in a drain:
 * no try is lost, and the next worker continues at once. Never rejects.
 */
async function restartWorkers(state: QueueState): Promise<void> {
  const before = state.opened
  if (state.shutdown.signal.aborted || !before) return
  state.restarting ??= reopenQueues(state, before)
    .catch((error: unknown) => {
      if (!state.shutdown.signal.aborted) logFailure(state.log, error, 'could not restart the worker')
    })
    .finally(() => {
      state.restarting = null
    })
  await state.restarting
}

async function reopenQueues(state: QueueState, before: Promise<OpenedQueues>): Promise<void> {
  state.log.info('restarting the worker')
  stopWorkers(state)
  state.opened = before
    .catch(() => null)
    .then(async (opened) => {
      await closeQueues(opened)
      state.shutdown.signal.throwIfAborted()
      state.workerStop = new AbortController()
      return await openQueues(state)
    })
  await state.opened
  state.startedAt = state.deps.now().toISOString()
  Object.assign(state.counts, { done: 0, failed: 0 })
  await state.heartbeat?.finishRestart()
}

function stopWorkers(state: QueueState): void {
  state.workerStop.abort()
  for (const { controller } of state.running.values()) controller.abort()
}

/** A process that only submits work connects to the queue with its first task. */
async function ensureOpen(state: QueueState): Promise<OpenedQueues> {
  if (!state.isStarted || (!state.opened && state.shutdown.signal.aborted)) throw new Error('the queue is not open')
  state.opened ??= openQueuesLogged(state)
  return await state.opened
}

function openQueuesLogged(state: QueueState): Promise<OpenedQueues> {
  const opened = openQueues(state)
  opened.catch((error: unknown) => {
    if (!state.shutdown.signal.aborted) state.log.error({ err: error }, 'background tasks cannot run')
  })
  return opened
}

async function openQueues(state: QueueState): Promise<OpenedQueues> {
  const { deps, shutdown } = state
  const { databaseUrl, config } = deps
  const prefix = await readPrefix(state)
  const bullmq = await openBullmq({ databaseUrl, redisUrl: config.redisUrl, prefix }, shutdown.signal)
  const { queues, workers } = await openLanes(state, bullmq).catch(async (error: unknown) => {
    await bullmq.close()
    throw error
  })
  return { bullmq, queues, workers }
}

async function openLanes(state: QueueState, bullmq: Bullmq): Promise<Pick<OpenedQueues, 'queues' | 'workers'>> {
  const queues = new Map<Lane, JobQueue>()
  for (const lane of lanes) queues.set(lane, await bullmq.openQueue(lane, (error) => reportQueueError(state, error)))
  const workers: JobWorker[] = []
  if (state.isWorking) for (const lane of lanes) workers.push(await openWorker(state, bullmq, lane))
  return { queues, workers }
}

/**
 * The queue's prefix of this database history: after a restore, its tasks are delivered again, and
 * old jobs belong to no one.
 */
async function readPrefix({ deps, shutdown }: QueueState): Promise<string> {
  for (;;) {
    try {
      const query = sql<{ name: string }>`select epoch || '.' || current_database() as name from meta`
      const { rows } = await query.execute(deps.db)
      return `ongyeol-office.${rows[0]?.name ?? ''}`
    } catch (error) {
      if (classifyDatabaseError(error) !== 'unavailable') throw error
      await delay(1000, undefined, { ref: false, signal: shutdown.signal })
    }
  }
}

function openWorker(state: QueueState, bullmq: Bullmq, lane: Lane): Promise<JobWorker> {
  const { silentMs, pollMs, retryMs } = state.timings
  const handlers: WorkerHandlers = {
    work: (job, token) => runTask(state, job, token),
    onGivenUp: ({ task }, error) => void failTask(state, { id: task, error }),
    onError: (error) => reportQueueError(state, error),
  }
  return bullmq.startWorker(lane, handlers, {
    concurrency: countSlots(state.deps, lane),
    lockDuration: Math.ceil(silentMs / 2),
    stalledInterval: Math.ceil(silentMs / 4),
    maxStalledCount: maxCrashes,
    runRetryDelay: 1000,
    drainDelay: pollMs / 1000,
    settings: { backoffStrategy: (tries) => Math.min(maxPauseMs, retryMs * 2 ** (tries - 1)) },
  })
}

/** Concurrent jobs. Each holds a connection, and most connections are for interactive requests. */
function countSlots({ config }: TaskDeliveryDeps, lane: Lane): number {
  const maxPool = Math.max(1, Math.floor(config.databaseConnections / 3))
  return Math.min(maxPool, lane === 'files' ? 2 : 4)
}

async function deliver(state: QueueState, taskId: string, kind: string): Promise<void> {
  const work = state.kinds.get(kind)
  if (!work || !state.isStarted || state.shutdown.signal.aborted) return
  const queue = (await ensureOpen(state)).queues.get(work.lane)
  if (!queue) return
  const taskParts = await work.listRemainingParts(taskId)
  await Promise.all(
    taskParts.map((part) => queue.add(kind, { task: taskId, part: part.name }, jobOptions(taskId, part))),
  )
}

/**
 * Finished jobs are removed: the table has their outcome, and their name is free for another
 * delivery.
 */
function jobOptions(taskId: string, { name, priority }: TaskPart) {
  return {
    jobId: `${taskId}.${name}`,
    attempts: maxAttempts,
    backoff: { type: 'custom' },
    removeOnComplete: true,
    removeOnFail: true,
    ...(priority !== undefined && { priority }),
  }
}

const pollsPerSweep = 120

/**
 * Finds tasks whose delivery was lost or that an earlier process left. Every `pollsPerSweep` polls
 * it also deletes old tasks.
 */
async function pollForSilentTasks(state: QueueState): Promise<void> {
  const { shutdown, log, timings } = state
  for (let polls = 0; !shutdown.signal.aborted; polls += 1) {
    try {
      for (const { id, kind } of await findSilentTasks(state)) await deliver(state, id, kind)
      if (polls % pollsPerSweep === 0) await sweepDownloads(state)
    } catch (error) {
      logFailure(log, error, 'could not poll for tasks')
    }
    await delay(timings.pollMs, undefined, { ref: false, signal: shutdown.signal }).catch(() => undefined)
  }
}

async function findSilentTasks({ deps, kinds, timings }: QueueState): Promise<{ id: string; kind: string }[]> {
  const since = new Date(deps.now().getTime() - timings.silentMs).toISOString()
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

/** Time for requeuing running jobs, and for a Redis or a database that does not respond (ms). */
const shutdownTimeoutMs = 8000

async function stopQueue(state: QueueState, isReplaced: boolean): Promise<void> {
  state.shutdown.abort()
  stopWorkers(state)
  const opened = await state.opened?.catch(() => null)
  const heartbeatStopped = state.heartbeat?.stop(isReplaced).catch(() => undefined)
  await Promise.all([
    closeQueues(opened),
    Promise.race([heartbeatStopped, delay(shutdownTimeoutMs, undefined, { ref: false })]),
  ])
}

async function closeQueues(opened: OpenedQueues | null | undefined): Promise<void> {
  if (!opened) return
  const { bullmq, queues, workers } = opened
  const closed = (async () => {
    await Promise.allSettled(workers.map((worker) => worker.close()))
    await Promise.allSettled([...queues.values()].map((queue) => queue.close()))
    await bullmq.close()
  })()
  await Promise.race([closed.catch(() => undefined), delay(shutdownTimeoutMs, undefined, { ref: false })])
}

/** Logs Redis outages; database outages are logged elsewhere. */
function reportQueueError(state: QueueState, error: Error): void {
  const { log, deps, workerStop } = state
  if (workerStop.signal.aborted) return
  state.lastErrorAt = deps.now().toISOString()
  if (deps.config.redisUrl === undefined) logFailure(log, error, 'the task queue reported an error')
  else log.warn({ err: error }, 'the task queue reported an error')
}

/**
 * Deletes tasks past their retention with file and items; those of unknown kinds after the longest
 * retention.
 */
async function sweepDownloads({ deps, kinds }: Pick<QueueState, 'deps' | 'kinds'>): Promise<void> {
  const before = (ms: number) => new Date(deps.now().getTime() - ms).toISOString()
  for (const { name, lifetimeMs } of kinds.values())
    await deps.db
      .deleteFrom('download_task')
      .where('kind', '=', name)
      .where('finished_at', '<', before(lifetimeMs))
      .execute()
  await deps.db
    .deleteFrom('download_task')
    .where('requested_at', '<', before(2 * itemResultsLifetimeMs))
    .execute()
  await deps.db.deleteFrom('task_run').where('queued_at', '<', before(taskRunRetentionMs)).execute()
  await deps.db.deleteFrom('task_worker').where('seen_at', '<', before(downloadLifetimeMs)).execute()
}

/** Runs one job for a BullMQ worker. Throws errors that make BullMQ deliver it again. */
async function runTask(state: QueueState, job: Job, token: string): Promise<void> {
  const { DelayedError, WaitingError } = await import('bullmq')
  const work = state.kinds.get(job.name)
  if (!work) {
    // A job of a newer version, during an update: a process of that version will start in a moment.
    await job.moveToDelayed(Date.now() + unknownKindDelayMs, token)
    throw new DelayedError()
  }
  const controller = new AbortController()
  const { workerStop } = state
  // Stopped between delivery and start: the abort event has passed.
  if (workerStop.signal.aborted) controller.abort()
  const { task: taskId, part } = job.data
  const isFirstTry = job.attemptsMade === 0
  const isLastTry = job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
  const ended = work.work({ taskId, part, isFirstTry, isLastTry, signal: controller.signal })
  const settled = ended.then(
    () => undefined,
    () => undefined,
  )
  const running: RunningJob = { taskId, kind: job.name, since: new Date().toISOString(), controller, ended: settled }
  const id = job.id ?? ''
  state.running.set(id, running)
  void recordWorker(state, taskId)
  let outcome: TaskOutcome
  try {
    outcome = await ended
    state.counts.done += outcome === 'again' ? 0 : 1
  } catch (error) {
    state.counts.failed += 1
    throw error
  } finally {
    state.running.delete(id)
  }
  if (outcome === 'more') await state.deliver(taskId, job.name)
  if (outcome !== 'again') return
  if (!workerStop.signal.aborted) throw new Error('retry requested')
  // No try is lost, and another process continues at once.
  await job.moveToWait(token)
  throw new WaitingError()
}

/** Records for the monitor which worker runs the task. */
async function recordWorker({ deps, log, heartbeat }: QueueState, taskId: string): Promise<void> {
  await deps.db
    .updateTable('task_run')
    .set({ worker: heartbeat?.name ?? null })
    .where('id', '=', taskId)
    .execute()
    .catch((error: unknown) => logFailure(log, error, 'could not record which worker runs a task'))
}

const unknownKindDelayMs = 5000
