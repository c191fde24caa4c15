import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { SignedInUser } from '../plugins/bearer.ts'
import type { Tables } from '../schema/tables/tables.ts'

/**
 * One kind of file produced in the background, defined by a business and passed to
 * `registerDownload`.
 */
export interface DownloadKind<Input extends z.ZodType = z.ZodType> {
  /** Stored in the table; must not change once tasks of it exist. */
  readonly name: string
  /**
   * Path of start, poll and cancel (contract/records/download-task.ts); the file itself is at
   * `<path>/file`.
   */
  readonly path: string
  /** Heading in /api/docs. `collection` is the one named in the audit trail. */
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
  /** Records the data subjects, where one audit row for the whole file is too little. */
  trail?(
    tx: Kysely<Tables>,
    start: { by: { user: { id: string; name: string }; address: string }; input: z.output<Input> },
  ): Promise<void>
  /** Produces the file. Starts over if the server ended meanwhile. */
  write(
    input: z.output<Input>,
    onProgress: (progress: { done: number; total: number }) => void,
  ): Readable | Promise<Readable>
}
