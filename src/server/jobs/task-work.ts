import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'

/**
 * How tasks of one kind are done. The queue delivers each part at least once, to any process, and
 * again after a crash: the tables record what is done. `download-work.ts` and `item-work.ts` make
 * this from `DownloadKind` and `ItemKind`, which a business defines.
 */
export interface TaskWork {
  /** The value of `download_task.kind`. */
  readonly name: string
  readonly lane: Lane
  /** Retention of the result (ms); it is destroyed afterwards. */
  readonly retentionMs: number
  /** Names of the unfinished parts of a task. */
  partsLeft(task: string): Promise<readonly TaskPart[]>
  /** Never throws for problems it can report to the user. */
  work(run: PartRun): Promise<Outcome>
}

/**
 * Files are few and long, items many and short: separate lanes keep them from waiting for each
 * other.
 */
export const lanes = ['files', 'items'] as const
export type Lane = (typeof lanes)[number]

export interface TaskPart {
  readonly name: string
  /**
   * Lower runs first, absent before all others, so that a short task is not delayed by the many
   * batches of a long one.
   */
  readonly priority?: number
}

export interface PartRun {
  readonly task: string
  readonly part: string
  readonly isFirstTry: boolean
  /** There is no retry after this try. */
  readonly isLastTry: boolean
  /** Aborts when the server drains or the task is cancelled. */
  readonly stop: AbortSignal
}

/**
 * `again`: retry later, by any free process. `more`: this part is done, and others may be due now.
 */
export type Outcome = 'done' | 'again' | 'more'

/** Dependencies of all work. */
export interface WorkContext {
  readonly log: FastifyBaseLogger
  readonly deps: Pick<Deps, 'db' | 'now' | 'numbers'>
}
