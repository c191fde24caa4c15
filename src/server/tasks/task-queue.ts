import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { createPacedQueue } from './concurrency-limit.ts'
import { createDownloadFiles, type DownloadFiles } from './download-files.ts'
import { createFileWork } from './file-work.ts'
import { createItemWork } from './item-work.ts'
import type { OwnProcess, QueueTimings } from './queue-state.ts'
import { createTaskDelivery, type TaskDelivery } from './task-delivery.ts'
import type { TaskRegistrar } from './task-kind.ts'
import type { Lane, TaskWork } from './task-work.ts'

export interface TaskQueue extends TaskRegistrar {
  readonly files: DownloadFiles
  /** Starts working, with the kinds registered so far. */
  start: TaskDelivery['start']
  /** Delivers a task that is in the table, without waiting for the next poll. */
  deliver(task: { id: string; kind: string }): void
  /** Stops work on a cancelled task, whose row and file are already deleted. */
  cancel(id: string): Promise<void>
  /** Every kind known to this process, with its lane. */
  lanesByKind(): ReadonlyMap<string, Lane>
  counts: TaskDelivery['counts']
  figures: TaskDelivery['figures']
  wake: TaskDelivery['wake']
  stop: TaskDelivery['stop']
}

/**
 * Works through `download_task`. People poll the table, which is authoritative; BullMQ
 * (task-delivery.ts) delivers to any process of the office, retries, and detects dead processes.
 */
export function createTaskQueue(
  log: FastifyBaseLogger,
  deps: QueueDeps,
  options: QueueTimings & { ownProcess?: OwnProcess } = {},
): TaskQueue {
  const files = createDownloadFiles(deps.db, deps.officeKeys)
  const lanesByKind = new Map<string, Lane>()
  const delivery = createTaskDelivery(log, deps, options)
  const context = { log, deps, files, limit: createPacedQueue() }
  deps.drain.addEventListener('abort', () => void delivery.stop(), { once: true })
  const add = (work: TaskWork) => {
    lanesByKind.set(work.name, work.lane)
    delivery.add(work)
  }
  return {
    files,
    addDownloadKind: (kind) => add(createFileWork(context, kind)),
    addItemKind: (kind) => add(createItemWork(context, kind)),
    start: delivery.start,
    deliver: ({ id, kind }) => delivery.deliver(id, kind),
    cancel: delivery.cancel,
    lanesByKind: () => lanesByKind,
    counts: delivery.counts,
    figures: delivery.figures,
    wake: delivery.wake,
    stop: delivery.stop,
  }
}

type QueueDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'drain' | 'officeKeys' | 'databaseUrl' | 'config'>
