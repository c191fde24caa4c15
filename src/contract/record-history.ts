import { z } from 'zod'
import { idSchema, instantSchema } from './values.ts'

/** Entries of one answer; with `more`, the next older ones are asked for with `before` = the last entry's version. */
export const historyPageSize = 50

/** `GET /api/sync/{collection}/history?id=<id>&before=<version>`: what was done to one record 변경 이력, newest first; staff only. */
export const recordHistoryQuerySchema = z.object({
  id: idSchema,
  /** A version is an integer of PostgreSQL. */
  before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
})

/** One write. A create names every field that held something, with `old` null; a delete likewise with `new` null. References are ids, secrets never appear. */
export const historyEntrySchema = z.object({
  version: z.int().positive(),
  kind: z.enum(['create', 'update', 'delete']),
  changed_at: instantSchema,
  /** The person's name as it was at that moment. */
  changed_by: z.string(),
  fields: z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() })),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

/** A record without entries came in with the demo data or a restore, or nobody has changed it yet; that is an empty list, no refusal. */
export const recordHistorySchema = z.object({ results: z.array(historyEntrySchema), more: z.boolean() })
export type RecordHistory = z.infer<typeof recordHistorySchema>
