import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'
import { createCalmTurns } from './calm-turns.ts'
import { downloadFiles, type DownloadFiles } from './download-files.ts'
import { downloadWork } from './download-work.ts'
import { itemWork } from './item-work.ts'
import { createJobLine, type JobLine } from './job-line.ts'
import type { OwnProcess, Patience } from './line-state.ts'
import type { TaskTaker } from './task-taker.ts'
import type { Lane, TaskWork } from './task-work.ts'

export interface DownloadQueue extends TaskTaker {
  readonly files: DownloadFiles
  /** Starts working, with the kinds registered so far. */
  start: JobLine['start']
  /** Delivers a task that is in the table, without waiting for the next poll. */
  deliver(task: { id: string; kind: string }): void
  /** Stops work on a cancelled task, whose row and file are already deleted. */
  giveUp(id: string): Promise<void>
  /** Every kind known to this process, with its lane. */
  lanesByKind(): ReadonlyMap<string, Lane>
  counts: JobLine['counts']
  figures: JobLine['figures']
  wake: JobLine['wake']
  stop: JobLine['stop']
}

/**
 * Works through `download_task`. People poll the table, which is authoritative; BullMQ
 * (job-line.ts) delivers to any process of the office, retries, and detects dead processes.
 */
export function createDownloadQueue(
  log: FastifyBaseLogger,
  deps: QueueDeps,
  options: Patience & { ownProcess?: OwnProcess } = {},
): DownloadQueue {
  const files = downloadFiles(deps.db, deps.numbers)
  const lanesByKind = new Map<string, Lane>()
  const line = createJobLine(log, deps, options)
  const context = { log, deps, files, turns: createCalmTurns() }
  deps.drain.addEventListener('abort', () => void line.stop(), { once: true })
  const add = (work: TaskWork) => {
    lanesByKind.set(work.name, work.lane)
    line.add(work)
  }
  return {
    files,
    addKind: (kind) => add(downloadWork(context, kind)),
    addItemKind: (kind) => add(itemWork(context, kind)),
    start: line.start,
    deliver: ({ id, kind }) => line.deliver(id, kind),
    giveUp: line.giveUp,
    lanesByKind: () => lanesByKind,
    counts: line.counts,
    figures: line.figures,
    wake: line.wake,
    stop: line.stop,
  }
}

type QueueDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'drain' | 'numbers' | 'databaseUrl' | 'config'>
