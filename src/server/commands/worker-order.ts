import { z } from 'zod'

/**
 * The single message that starts a worker, sent over the IPC channel: the database URL holds a
 * password, which command-line arguments would show to every user of the machine.
 */
export const workerOrderSchema = z.object({
  databaseUrl: z.string(),
  /** Folder of the embedded cluster when the server next to the worker started one. */
  folder: z.string().optional(),
  /** A server on the same machine uses the same database and reports its outages. */
  isBesideServer: z.boolean(),
  /** Process id of the worker that this one replaces. */
  inPlaceOf: z.int().nullable(),
})
export type WorkerOrder = z.infer<typeof workerOrderSchema>
