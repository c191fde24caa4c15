import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { createPacedQueue } from './concurrency-limit.ts'
import { createDownloadFiles, type DownloadFiles } from './download-files.ts'
import { createDownloadWork } from './download-work.ts'
import { createItemWork } from './item-work.ts'
import { createTaskQueue, type TaskQueue } from './job-queue.ts'
import type { OwnProcess, QueueTimings } from './queue-state.ts'
import type { TaskRegistrar } from './task-kind.ts'
import type { Lane, TaskWork } from './task-work.ts'

export interface DownloadQueue extends TaskRegistrar {
  readonly files: DownloadFiles
  /** Starts working, with the kinds registered so far. */
  start: TaskQueue['start']
  /** Delivers a task that is in the table, without waiting for the next poll. */
  deliver(task: { id: string; kind: string }): void
  /** Stops work on a cancelled task, whose row and file are already deleted. */
  cancel(id: string): Promise<void>
  /** Every kind known to this process, with its lane. */
  lanesByKind(): ReadonlyMap<string, Lane>
  counts: TaskQueue['counts']
  figures: TaskQueue['figures']
  wake: TaskQueue['wake']
  stop: TaskQueue['stop']
}

/**
 * Works through `download_task`. People poll the table, which is authoritative; BullMQ
 * (job-queue.ts) delivers to any process of the office, retries, and detects dead processes.
 */
export function createDownloadQueue(
  log: FastifyBaseLogger,
  deps: QueueDeps,
  options: QueueTimings & { ownProcess?: OwnProcess } = {},
): DownloadQueue {
  const files = createDownloadFiles(deps.db, deps.officeKeys)
  const lanesByKind = new Map<string, Lane>()
  const tasks = createTaskQueue(log, deps, options)
  const context = { log, deps, files, limit: createPacedQueue() }
  deps.drain.addEventListener('abort', () => void tasks.stop(), { once: true })
  const add = (work: TaskWork) => {
    lanesByKind.set(work.name, work.lane)
    tasks.add(work)
  }
  return {
    files,
    addKind: (kind) => add(createDownloadWork(context, kind)),
    addItemKind: (kind) => add(createItemWork(context, kind)),
    start: tasks.start,
    deliver: ({ id, kind }) => tasks.deliver(id, kind),
    cancel: tasks.cancel,
    lanesByKind: () => lanesByKind,
    counts: tasks.counts,
    figures: tasks.figures,
    wake: tasks.wake,
    stop: tasks.stop,
  }
}

type QueueDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'drain' | 'officeKeys' | 'databaseUrl' | 'config'>
