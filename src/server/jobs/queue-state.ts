import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Bullmq, JobQueue, JobWorker } from './open-bullmq.ts'
import type { Lane, TaskWork } from './task-work.ts'

/** Milliseconds; tests use shorter ones. */
export type QueueTimings = {
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
export interface Running {
  readonly task: string
  readonly kind: string
  readonly since: string
  readonly abort: AbortController
  /** Never rejects. */
  readonly ended: Promise<void>
}

export type TaskQueueDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'databaseUrl' | 'config'>

export interface QueueState {
  readonly log: FastifyBaseLogger
  readonly deps: TaskQueueDeps
  readonly timings: Required<QueueTimings>
  readonly kinds: Map<string, TaskWork>
  /** Absent: the worker is part of a server and restarts within it. */
  readonly ownProcess: OwnProcess | undefined
  /** By job. */
  readonly running: Map<string, Running>
  /** Since `startedAt`. */
  readonly counts: { done: number; failed: number }
  startedAt: string
  troubleAt: string | null
  readonly end: AbortController
  /** Aborts when the current workers must stop: at the end, and before a restart. */
  shift: AbortController
  opened: Promise<Opened> | null
  isStarted: boolean
  /** False: this process only submits work and reads the queue. */
  isWorking: boolean
  restarting: Promise<void> | null
  beat: WorkerHeartbeat | null
  deliver(task: string, kind: string): Promise<void>
}

/** A line that is not started. */
export function newQueueState(
  log: FastifyBaseLogger,
  deps: TaskQueueDeps,
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
    troubleAt: null,
    end: new AbortController(),
    shift: new AbortController(),
    opened: null,
    isStarted: false,
    isWorking: false,
    restarting: null,
    beat: null,
  }
}

export interface Opened {
  readonly bullmq: Bullmq
  readonly queues: ReadonlyMap<Lane, JobQueue>
  readonly workers: readonly JobWorker[]
}

/** The status reports of a worker (worker-heartbeat.ts). */
export interface WorkerHeartbeat {
  readonly name: string
  /** Reports now, and checks whether a restart was requested. */
  now(): Promise<void>
  /** Clears a fulfilled restart request. */
  answered(): Promise<void>
  /**
   * Deletes its row, unless a process replaces it, which then does so (`inPlaceOf`); until then the
   * row shows the restart.
   */
  stop(isReplaced: boolean): Promise<void>
}
