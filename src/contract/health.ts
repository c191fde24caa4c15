import { z } from 'zod'

/** `GET /api/health`: the process lives. Always 200, and no more than this: strangers may ask. */
export const healthSchema = z.object({ status: z.literal('ok') })

/**
 * `GET /api/health/ready`: whether requests should be sent here. `ready` and `storage_full` with 200 (a full disk stops writing, not reading), `unavailable`
 * (the database does not answer), `migrating` (its schema is older than this program, as after a restore under a running server) and `draining` (the process is
 * about to end) with 503.
 */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'storage_full', 'unavailable', 'migrating', 'draining']),
})
export type Readiness = z.infer<typeof readinessSchema>
