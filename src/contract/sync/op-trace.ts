import { z } from 'zod'
import { idSchema, instantSchema } from '#contract/records/values.ts'

/**
 * Events of an edit between its entry on a device and the server's response. Devices report them by
 * opId only: no field values, no record, no personal data. The server compares them with its `op`
 * rows and so detects edits that never arrived.
 *
 * - `enqueued`: saved under this opId
 * - `merged`: merged into the waiting entry `into` before it was ever sent
 * - `vanished`: undone by a later edit before it was ever sent
 * - `sent`: marked for its first request
 * - `acked`: the server's response was read and stored
 * - `rejected`: refused, or in conflict with another edit; waits for the user
 * - `discarded`: dropped by the user
 * - `rebased`: continues as `into`; the old opId was answered or will not be sent again
 */
export const traceKinds = [
  'enqueued',
  'merged',
  'vanished',
  'sent',
  'acked',
  'rejected',
  'discarded',
  'rebased',
] as const
export type TraceKind = (typeof traceKinds)[number]

export const traceSchema = z.strictObject({
  op_id: idSchema,
  what: z.enum(traceKinds),
  into: idSchema.optional(),
  /** By the device's clock, which may be wrong; the server uses its own for decisions. */
  at: instantSchema,
})
export type Trace = z.infer<typeof traceSchema>

export const maxTracesPerCall = 500

/** `POST /api/sync/traces`, staff. Idempotent. */
export const traceReportSchema = z.strictObject({
  /** Random, made once per device and user; identifies no person or machine. */
  device_id: idSchema,
  traces: z.array(traceSchema).min(1).max(maxTracesPerCall),
})
export type TraceReport = z.infer<typeof traceReportSchema>

/** Number of traces that were new to the server. */
export const traceReportResponseSchema = z.object({ kept: z.int().nonnegative() })

/**
 * `GET /api/sync/gaps`, superuser: per device and user, the edits reported more than a day ago that
 * were not merged, undone or dropped and never arrived as a request.
 */
export const opGapsSchema = z.object({
  gaps: z.array(
    z.object({
      device_id: idSchema,
      user_id: idSchema,
      user_name: z.string(),
      count: z.int().positive(),
      /** When the server received the report of the oldest of them. */
      since: z.string(),
      /** Oldest first, at most 100. */
      op_ids: z.array(idSchema),
    }),
  ),
})
export type OpGaps = z.infer<typeof opGapsSchema>
