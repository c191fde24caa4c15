import { z } from 'zod'

/** `GET /api/health`: the process is alive. Always 200 with no details, because it is public. */
export const healthSchema = z.object({ status: z.literal('ok') })

/**
 * `GET /api/health/ready`: whether this server should get requests. `ready` and `storage_full`
 * (writes fail, reads work) with 200. With 503: `unavailable` (the database does not answer),
 * `migrating` (the schema is older than this program, for example after a restore under a running
 * server) and `draining` (the process is about to end).
 */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'storage_full', 'unavailable', 'migrating', 'draining']),
})
export type Readiness = z.infer<typeof readinessSchema>
