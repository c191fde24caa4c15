import { z } from 'zod'
import { idSchema, instantSchema } from './values.ts'

/**
 * What happens to an edit between the moment it is taken down on a device and the server's answer (research/sync.md §5 line 29). Devices tell it by opId
 * and nothing else: no field values, no record, no personal data. The server holds it against its `op` rows and so learns of edits that never arrived.
 *
 *   enqueued   taken down under this opId
 *   merged     taken up by the waiting entry `into` before it was ever sent
 *   vanished   undone by a later edit before it was ever sent
 *   sent       marked for its first request
 *   acked      the server's answer was read and written down
 *   rejected   refused, or in conflict with another edit; waits for the user
 *   discarded  dropped by the user
 *   rebased    lives on as `into`: the old opId had its answer, or will not be sent again
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
  /** By the device's clock, which may be wrong; the server judges by its own. */
  at: instantSchema,
})
export type Trace = z.infer<typeof traceSchema>

export const maxTracesPerCall = 500

/** `POST /api/sync/traces`, staff. Telling the same twice changes nothing. */
export const traceReportSchema = z.strictObject({
  /** Chance, made once per device and user; names no person and no machine. */
  device_id: idSchema,
  traces: z.array(traceSchema).min(1).max(maxTracesPerCall),
})
export type TraceReport = z.infer<typeof traceReportSchema>

/** How many of them the server did not know yet. */
export const traceReportAnswerSchema = z.object({ kept: z.int().nonnegative() })

/**
 * `GET /api/sync/gaps`, superuser: per device and user the edits the server heard of more than a day ago, that nobody merged, undid or dropped, and that
 * never arrived as a request of their own.
 */
export const opGapsSchema = z.object({
  gaps: z.array(
    z.object({
      device_id: idSchema,
      user_id: idSchema,
      user_name: z.string(),
      count: z.int().positive(),
      /** When the server heard of the oldest of them. */
      since: z.string(),
      /** The oldest first, at most 100. */
      op_ids: z.array(idSchema),
    }),
  ),
})
export type OpGaps = z.infer<typeof opGapsSchema>
