import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'

/**
 * How tasks of one kind are worked off. The queue delivers each part at least once, to any process, and again after a death: the tables say what is done.
 * `DownloadKind` and `ItemKind` are what a business describes; `download-work.ts` and `item-work.ts` make this of them.
 */
export interface TaskWork {
  /** As it stands in `download_task.kind`. */
  readonly name: string
  readonly lane: Lane
  /** So long what was made is kept, then destroyed. */
  readonly keptMs: number
  /** What is left to be done of a task, as names of its parts. */
  partsLeft(task: string): Promise<readonly TaskPart[]>
  /** Never throws for trouble that it can tell the asker of. */
  work(run: PartRun): Promise<Outcome>
}

/** Files are few and long, items many and short: neither waits behind the other. */
export const lanes = ['files', 'items'] as const
export type Lane = (typeof lanes)[number]

export interface TaskPart {
  readonly name: string
  /** Lower goes first, absent before all: a short task is not held up by the many batches of a long one. */
  readonly priority?: number
}

export interface PartRun {
  readonly task: string
  readonly part: string
  readonly isFirstTry: boolean
  /** After this try nobody tries again. */
  readonly isLastTry: boolean
  /** Aborts when the server drains or the task is given up. */
  readonly stop: AbortSignal
}

/** `again`: in a while, by whoever is free. `more`: this part is done, and others may be due now. */
export type Outcome = 'done' | 'again' | 'more'

/** What all work is handed. */
export interface WorkContext {
  readonly log: FastifyBaseLogger
  readonly deps: Pick<Deps, 'db' | 'now' | 'numbers'>
}
