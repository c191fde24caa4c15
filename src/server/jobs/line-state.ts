import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Bullmq, JobQueue, JobWorker } from './open-bullmq.ts'
import type { Lane, TaskWork } from './task-work.ts'

/** Milliseconds; tests are less patient. */
export type Patience = {
  /** Between looks for tasks that nobody delivered. */
  lookMs?: number
  /** Until a process without a sign of life counts as gone. */
  silentMs?: number
  /** Until the second try; every other waits twice as long. */
  retryMs?: number
}

/** A worker in a process of its own (commands/start-work.ts). */
export interface OwnProcess {
  /** Somebody asked for a restart: this process ends in order, and another takes its place. */
  readonly onRestart: () => void
  /** The process whose place it took, by its number on this machine. */
  readonly inPlaceOf: number | null
}

/** A job that this process is at. */
export interface Running {
  readonly task: string
  readonly kind: string
  readonly since: string
  readonly abort: AbortController
  /** Never rejects. */
  readonly ended: Promise<void>
}

export type LineDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'databaseUrl' | 'config'>

export interface Line {
  readonly log: FastifyBaseLogger
  readonly deps: LineDeps
  readonly patience: Required<Patience>
  readonly kinds: Map<string, TaskWork>
  /** Absent: the worker lives in a server, and begins anew in it. */
  readonly ownProcess: OwnProcess | undefined
  /** By job. */
  readonly running: Map<string, Running>
  /** Since `startedAt`. */
  readonly counts: { done: number; failed: number }
  startedAt: string
  troubleAt: string | null
  readonly end: AbortController
  /** Aborts when the workers of now are to stop: at the end, and before others take their place. */
  shift: AbortController
  opened: Promise<Opened> | null
  isStarted: boolean
  /** False: this process only asks for work and looks at the queue. */
  isWorking: boolean
  restarting: Promise<void> | null
  beat: WorkerBeat | null
  deliver(task: string, kind: string): Promise<void>
}

/** A line that was not started. */
export function newLine(
  log: FastifyBaseLogger,
  deps: LineDeps,
  { ownProcess, ...patience }: Patience & { ownProcess?: OwnProcess },
): Omit<Line, 'deliver'> {
  return {
    log,
    deps,
    patience: { lookMs: 5000, silentMs: 15_000, retryMs: 1000, ...patience },
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

/** What a worker says of itself (beat-worker.ts). */
export interface WorkerBeat {
  readonly name: string
  /** Says it now, and hears whether the worker is to begin anew. */
  now(): Promise<void>
  /** What was asked of it is done. */
  answered(): Promise<void>
  /** Its row goes, but where a process takes its place that takes it off (`inPlaceOf`): till then one sees that it is being started anew. */
  stop(isReplaced: boolean): Promise<void>
}
