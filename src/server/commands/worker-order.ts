import { z } from 'zod'

/** What the process that keeps a worker tells it, once, over their channel: an address holds a password, which arguments would show to every user of the machine. */
export const workerOrderSchema = z.object({
  databaseUrl: z.string(),
  /** Where the embedded cluster stands, when the server beside it started one. */
  folder: z.string().optional(),
  /** A server of the same machine works on the same database, and says what becomes of it. */
  isBesideServer: z.boolean(),
  /** The worker process that was there before. */
  inPlaceOf: z.int().nullable(),
})
export type WorkerOrder = z.infer<typeof workerOrderSchema>
