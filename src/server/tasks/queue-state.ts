import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { logFailure } from '#server/logging/log.ts'
import type { Bullmq, JobQueue, JobWorker } from './open-bullmq.ts'
import type { Lane, TaskWork } from './task-work.ts'

/** Milliseconds; tests use shorter ones. */
export interface QueueTimings {
  /** Interval of polls for undelivered tasks. */
  pollMs?: number
  /** Time without a sign of life until a process counts as dead. */
  silentMs?: number
  /** First retry delay; doubles each time. */
  retryMs?: number
}

/** A worker in its own process (commands/start-work.ts). */
export interface OwnProcess {
  /** Runs when a restart was requested: this process shuts down and another replaces it. */
  readonly onRestart: () => void
  /** The pid of the process this one replaced. */
  readonly inPlaceOf: number | null
}

/** A job running in this process. */
export interface RunningJob {
  readonly taskId: string
  readonly kind: string
  readonly since: string
  readonly controller: AbortController
  /** Never rejects. */
  readonly ended: Promise<void>
}

export type TaskDeliveryDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'databaseUrl' | 'config'>

export interface QueueState {
  readonly log: FastifyBaseLogger
  readonly deps: TaskDeliveryDeps
  readonly timings: Required<QueueTimings>
  readonly kinds: Map<string, TaskWork>
  /** Absent: the worker is part of a server and restarts within it. */
  readonly ownProcess: OwnProcess | undefined
  /** By job. */
  readonly running: Map<string, RunningJob>
  /** Since `startedAt`. */
  readonly counts: { done: number; failed: number }
  startedAt: string
  lastErrorAt: string | null
  readonly shutdown: AbortController
  /** Aborts when the current workers must stop: at the end, and before a restart. */
  workerStop: AbortController
  opened: Promise<OpenedQueues> | null
  isStarted: boolean
  /** False: this process only submits work and reads the queue. */
  isWorking: boolean
  restarting: Promise<void> | null
  heartbeat: WorkerHeartbeat | null
  deliver(taskId: string, kind: string): Promise<void>
}

/** The state of a queue that is not started. */
export function createQueueState(
  log: FastifyBaseLogger,
  deps: TaskDeliveryDeps,
  { ownProcess, ...timings }: QueueTimings & { ownProcess?: OwnProcess },
): Omit<QueueState, 'deliver'> {
  return {
    log,
    deps,
    timings: { pollMs: 5000, silentMs: 15_000, retryMs: 1000, ...timings },
    kinds: new Map(),
    ownProcess,
    running: new Map(),
    counts: { done: 0, failed: 0 },
    startedAt: deps.now().toISOString(),
    lastErrorAt: null,
    shutdown: new AbortController(),
    workerStop: new AbortController(),
    opened: null,
    isStarted: false,
    isWorking: false,
    restarting: null,
    heartbeat: null,
  }
}

export interface OpenedQueues {
  readonly bullmq: Bullmq
  readonly queues: ReadonlyMap<Lane, JobQueue>
  readonly workers: readonly JobWorker[]
}

/** The status reports of a worker. */
interface WorkerHeartbeat {
  readonly name: string
  /** Reports now, and checks whether a restart was requested. */
  reportNow(): Promise<void>
  /** Clears a fulfilled restart request. */
  finishRestart(): Promise<void>
  /**
   * Deletes its row, unless a process replaces it, which then does so (`inPlaceOf`); until then the
   * row shows the restart.
   */
  stop(isReplaced: boolean): Promise<void>
}

const workerBeatMs = 5000
/** Three missed beats: a crashed worker leaves no message. */
export const silentWorkerMs = 3 * workerBeatMs

const packageFile = new URL('../../../package.json', import.meta.url)
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8')))

/**
 * Reports in `task_worker` that this worker lives and what it is doing. `onRestart` runs when
 * somebody requested a restart there.
 */
export function startHeartbeat(queue: QueueState, slots: number, onRestart: () => void): WorkerHeartbeat {
  const { deps, log } = queue
  const { db, now, newId } = deps
  const worker = { id: newId(), name: nextWorkerName(), host: hostname(), pid: process.pid, version, places: slots }
  let isStopped = false
  const report = async () => {
    if (isStopped) return
    const doing = [...queue.running].map(([job, { kind, since }]) => ({ job, kind, since }))
    const { startedAt: started_at, lastErrorAt: trouble_at, counts } = queue
    const state = { started_at, trouble_at, seen_at: now().toISOString(), doing: JSON.stringify(doing), ...counts }
    await db
      .insertInto('task_worker')
      .values({ ...worker, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .returning('restart_asked_at')
      .executeTakeFirst()
      .then((row) => void (row?.restart_asked_at && !isStopped && onRestart()))
      .catch((error: unknown) => logFailure(log, error, 'could not report that this worker is alive'))
  }
  let latest = report().then(() => removeDeadWorkers(queue, worker))
  const next = () => (latest = latest.then(report))
  const timer = setInterval(() => void next(), workerBeatMs)
  timer.unref()
  return {
    name: worker.name,
    reportNow: next,
    async finishRestart() {
      await db.updateTable('task_worker').set({ restart_asked_at: null }).where('id', '=', worker.id).execute()
      await next()
    },
    async stop(isReplaced) {
      isStopped = true
      clearInterval(timer)
      await latest
      if (isReplaced) return
      await db.deleteFrom('task_worker').where('id', '=', worker.id).execute()
    },
  }
}

/** Deletes the row of the process this one replaces; the parent process saw it end. */
async function removeDeadWorkers(
  { deps, log, ownProcess }: QueueState,
  { id, host }: { id: string; host: string },
): Promise<void> {
  const pid = ownProcess?.inPlaceOf ?? null
  if (pid === null) return
  const dead = deps.db.deleteFrom('task_worker').where('host', '=', host).where('pid', '=', pid).where('id', '<>', id)
  await dead.execute().catch((error: unknown) => logFailure(log, error, 'could not delete the row of a dead worker'))
}

const created = { workers: 0 }

/** A process has one worker, except in tests. */
function nextWorkerName(): string {
  created.workers += 1
  const more = created.workers > 1 ? `.${created.workers}` : ''
  return `worker-${process.pid}${more}@${hostname()}`
}
