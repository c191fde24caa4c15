import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { SignedInUser } from '../plugins/bearer.ts'
import type { Tables } from '../schema/tables/tables.ts'

/** One kind of file that is made in the background: what a business describes and hands to `registerDownload`. */
export interface DownloadKind<Input extends z.ZodType = z.ZodType> {
  /** Stands in the table; never changes once tasks of it exist. */
  readonly name: string
  /** Path of start, poll and giving up (records/download-task.ts); the file itself is at `<path>/file`. */
  readonly path: string
  /** Heading in /api/docs, and whose data it is in the trail. */
  readonly tag: string
  readonly collection: string
  readonly input: Input
  readonly mediaType: string
  /** So many things stand in one batch of `batch_info`. */
  readonly batchSize: number
  /** The file goes as soon as it was fetched: what it holds is not kept a day. */
  readonly isFetchedOnce?: true
  /** Throws 401 or 403. */
  policy(request: FastifyRequest): SignedInUser
  /** Names of the file of a task that was asked for at this moment. */
  fileNames(requestedAt: Date, input: unknown): { ascii: string; korean: string }
  /** Refuses what cannot be made, before a task is begun. */
  check?(input: z.output<Input>): Promise<void>
  /** What the trail says of its start; absent: what was asked. */
  detail?(input: z.output<Input>): Record<string, unknown>
  /** Writes down whose data is asked for, where one row for the whole file says too little. */
  trail?(
    tx: Kysely<Tables>,
    asked: { by: { user: { id: string; name: string }; address: string }; input: z.output<Input> },
  ): Promise<void>
  /** Makes the file. Called again from the start when the server ended meanwhile. */
  write(
    input: z.output<Input>,
    onProgress: (progress: { done: number; total: number }) => void,
  ): Readable | Promise<Readable>
}
