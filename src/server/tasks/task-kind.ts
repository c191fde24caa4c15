import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/** Work on many records, each once, defined by a business and added to a `TaskRegistrar`. */
export interface ItemKind<Input extends z.ZodType = z.ZodType, Fetched = unknown> {
  /** Stored in the table; must not change once tasks of it exist. */
  readonly name: string
  /**
   * Path of start, poll and cancel (contract/tasks/background-task.ts); the file, if there is
   * one, is at `<path>/file`.
   */
  readonly path: string
  /** Heading in /api/docs. `collection` is the one named in the trail. */
  readonly tag: string
  readonly collection: string
  readonly input: Input
  /** Throws 401 or 403. */
  policy(request: FastifyRequest): SignedInUser
  /** The records in the order of work; duplicates are done once. */
  itemIds(input: z.output<Input>): readonly string[]
  /** Runs once in the transaction of the start, after the items were inserted. */
  onStart?(trx: Kysely<Tables>, taskId: string): Promise<void>
  /**
   * Queries an external source for one item, which may take a minute. `db` is not a transaction:
   * one that waits for the source would hold up every device, and the database would end it. Ends
   * soon after `signal` aborts (cancelled, 30 minutes over, the server drains).
   */
  fetchSource?(context: ItemContext<z.output<Input>>, id: string): Promise<Fetched>
  /**
   * Does one item, with the result of `fetchSource`. `db` is a transaction that also marks the item
   * as done, so its writes stay if and only if the item counts as done. `note` is a remark for
   * people.
   *
   * HAZARD: another process may work on the same item after this one was presumed dead. Then one of
   * the two transactions is rolled back, but nothing done outside the database.
   */
  work(context: ItemContext<z.output<Input>>, id: string, fetched: Fetched): Promise<{ note?: string } | void>
  /**
   * Produces the file from the finished items, in the order of work. May be called again from the
   * start.
   */
  finish?(context: ItemContext<z.output<Input>>, doneIds: readonly string[]): Readable | Promise<Readable>
  /** Media type of the file; required with `finish`. */
  readonly mediaType?: string
  fileNames?(requestedAt: Date, input: unknown): { ascii: string; korean: string }
}

export interface ItemContext<Input> {
  readonly db: Kysely<Tables>
  readonly now: () => Date
  readonly signal: AbortSignal
  readonly taskId: string
  /** The user who requested the task. */
  readonly userId: string
  readonly input: Input
}

/**
 * The item was done by another process, or its task was cancelled: nothing is left to do or to
 * report.
 */
export class OvertakenError extends Error {
  override name = 'OvertakenError'
}

/**
 * The reason why an item cannot be done, in Korean, for the user. `isTransient`: a source is
 * unavailable or busy; the item is retried, and fails with this message after the last try. Any
 * other error of an item is a bug: it is logged, and the item fails with a neutral message.
 */
export class ItemError extends Error {
  override name = 'ItemError'
  readonly isTransient: boolean

  constructor(text: string, options: ErrorOptions & { isTransient?: boolean } = {}) {
    super(text, options)
    this.isTransient = options.isTransient ?? false
  }
}

/**
 * One kind of file produced in the background, defined by a business and added to a
 * `TaskRegistrar`.
 */
export interface DownloadKind<Input extends z.ZodType = z.ZodType> {
  /** Stored in the table; must not change once tasks of it exist. */
  readonly name: string
  /**
   * Path of start, poll and cancel (contract/tasks/background-task.ts); the file itself is at
   * `<path>/file`.
   */
  readonly path: string
  /** Heading in /api/docs. `collection` is the one named in the trail. */
  readonly tag: string
  readonly collection: string
  readonly input: Input
  readonly mediaType: string
  /** Items per batch in `batch_info`. */
  readonly batchSize: number
  /** Deletes the file once it has been downloaded instead of keeping it for a day. */
  readonly isFetchedOnce?: true
  /** Throws 401 or 403. */
  policy(request: FastifyRequest): SignedInUser
  /** File names for a task requested at this moment. */
  fileNames(requestedAt: Date, input: unknown): { ascii: string; korean: string }
  /** Refuses impossible input before a task is created. */
  check?(input: z.output<Input>): Promise<void>
  /** Audit detail of the start; absent: the whole input. */
  detail?(input: z.output<Input>): Record<string, unknown>
  /** Records the data subjects, where one trail row for the whole file is too little. */
  trail?(
    trx: Kysely<Tables>,
    start: { by: { user: { id: string; name: string }; ipAddress: string }; input: z.output<Input> },
  ): Promise<void>
  /** Produces the file. Starts over if the server ended meanwhile. */
  write(
    input: z.output<Input>,
    onProgress: (progress: { done: number; total: number }) => void,
  ): Readable | Promise<Readable>
}

/**
 * Receives all kinds of background work (`../task-kinds.ts`). A server also registers routes for
 * them; a separate worker process only does the work.
 */
export interface TaskRegistrar {
  addDownloadKind(kind: DownloadKind): void
  addItemKind(kind: ItemKind): void
}
