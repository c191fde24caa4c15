import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { SignedInUser } from '../plugins/bearer.ts'
import type { Tables } from '../schema/tables/tables.ts'

/** Something that is done to many records, each once: what a business describes and hands to `registerItemTask`. */
export interface ItemKind<Input extends z.ZodType = z.ZodType, Said = unknown> {
  /** Stands in the table; never changes once tasks of it exist. */
  readonly name: string
  /** Path of start, poll and giving up (records/download-task.ts); the file, where one is made, is at `<path>/file`. */
  readonly path: string
  /** Heading in /api/docs, and whose data it is in the trail. */
  readonly tag: string
  readonly collection: string
  readonly input: Input
  /** Throws 401 or 403. */
  policy(request: FastifyRequest): SignedInUser
  /** The records, in the order of the work. One that is named twice is done once. */
  itemIds(input: z.output<Input>): readonly string[]
  /** Runs once in the transaction of the start, after the items were inserted. */
  onStart?(tx: Kysely<Tables>, task: string): Promise<void>
  /**
   * Asks others what is needed for one item, a source that may take a minute. `db` is no transaction: one that waits holds up every device, and is ended by the database. Ends
   * soon after `signal` aborts (given up, 30 minutes over, the server drains).
   */
  ask?(context: ItemContext<z.output<Input>>, id: string): Promise<Said>
  /**
   * Does one item, with what `ask` was told. `db` is a transaction that also marks the item as done: what it writes stays if and only if the item counts as done. `note` of the
   * answer is for people.
   *
   * HAZARD: another process may be at the same item after this one was taken for dead; then one of both transactions is undone, but not what was done outside the
   * database.
   */
  work(context: ItemContext<z.output<Input>>, id: string, said: Said): Promise<{ note?: string } | void>
  /** Makes the file of what was done, in the order of the work. May be called again from the start. */
  finish?(context: ItemContext<z.output<Input>>, doneIds: readonly string[]): Readable | Promise<Readable>
  /** Of the file: needed where there is `finish`. */
  readonly mediaType?: string
  fileNames?(requestedAt: Date, input: unknown): { ascii: string; korean: string }
}

export interface ItemContext<Input> {
  readonly db: Kysely<Tables>
  readonly now: () => Date
  readonly signal: AbortSignal
  readonly task: string
  /** Who asked. */
  readonly userId: string
  readonly input: Input
}

/** The item was done by another process, or its task was given up: nothing is left to do or to report. */
export class OvertakenError extends Error {
  override name = 'OvertakenError'
}

/**
 * Why an item cannot be done, in Korean, for whoever asked. `isPassing`: a source that is away or busy; the item is tried again in a while, and fails with these
 * words when that has not helped. Any other error of one item is a bug: it is logged, and the item fails with a neutral sentence.
 */
export class ItemTrouble extends Error {
  override name = 'ItemTrouble'
  readonly isPassing: boolean

  constructor(words: string, options: ErrorOptions & { isPassing?: boolean } = {}) {
    super(words, options)
    this.isPassing = options.isPassing ?? false
  }
}
