import { z } from 'zod'

/** `GET /api/health`: 200 when everything answers, 503 otherwise with the same shape. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'draining', 'broken']),
  process: z.object({ pid: z.int(), uptime_seconds: z.number(), version: z.string() }),
  database: z.object({ ok: z.boolean(), kind: z.enum(['embedded', 'external']), latency_ms: z.number().nullable() }),
  schema_version: z.int().nullable(),
})
export type Health = z.infer<typeof healthSchema>
