import { z } from 'zod'
import { idSchema, instantSchema } from './values.ts'

/**
 * Entries per answer. With `more`, older ones are read with `before` = the last entry's version.
 */
export const historyPageSize = 50

/**
 * `GET /api/sync/{collection}/history?id=<id>&before=<version>`: the changes of one record 변경 이력,
 * newest first; staff only.
 */
export const recordHistoryQuerySchema = z.object({
  id: idSchema,
  /** A version is a 32-bit integer in PostgreSQL. */
  before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
})

/**
 * One write. A create names every non-empty field with `old` null; a delete likewise with `new`
 * null. References are ids; secrets never appear.
 */
export const historyEntrySchema = z.object({
  version: z.int().positive(),
  kind: z.enum(['create', 'update', 'delete']),
  changed_at: instantSchema,
  /** The person's name at that time. */
  changed_by: z.string(),
  fields: z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() })),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

/** Empty for a record from demo data or a restore that nobody has changed; this is not an error. */
export const recordHistorySchema = z.object({ results: z.array(historyEntrySchema), more: z.boolean() })
export type RecordHistory = z.infer<typeof recordHistorySchema>
