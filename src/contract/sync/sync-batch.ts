import { z } from 'zod'
import { syncHeaders } from './sync.ts'

/**
 * `POST /api/sync/batch`, staff: edits of different records in one request. Every entry stands for
 * a plain call with its own opId, outcome and answer; a refused entry does not affect the others.
 * The call answers 200 whenever the entries were processed, and a refusal only if none was: signed
 * out, outdated client, invalid body, or unreachable database.
 */
export const batchPath = '/api/sync/batch'

/**
 * Raised when the meaning of a field changes. A server that does not know the version answers 400,
 * and the device falls back to plain calls.
 */
export const batchVersion = 1 as const

/** Maximum entries in one request. */
export const maxBatchEntries = 100

/** A plain call: its path, body and relevant headers. */
export const batchEntrySchema = z.object({
  /** `Idempotency-Key`. */
  op_id: z.string().min(1).max(100),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  /** Path of a plain call that writes one record named in its body. */
  path: z.string().max(300),
  body: z.unknown(),
  /** `If-Match`; null for none. */
  base_version: z.int().nonnegative().max(999_999_999).nullable().default(null),
})
export type BatchEntry = z.infer<typeof batchEntrySchema>

export const batchSchema = z.object({
  v: z.literal(batchVersion),
  /**
   * Unordered: an entry that depends on another is sent after that one's answer, as are later edits
   * of the same record.
   */
  entries: z
    .array(batchEntrySchema)
    .min(1)
    .max(maxBatchEntries)
    .refine((entries) => isEachOnce(entries.map(({ op_id: opId }) => opId)), '같은 전송 번호가 두 번 들어 있습니다.')
    .refine((entries) => isEachOnce(entries.flatMap(recordOf)), '같은 자료가 두 번 들어 있습니다.'),
})

/**
 * Answer of the plain call; for a written row only id and version, because the pull brings the
 * rest.
 */
export const batchAnswerEntrySchema = z.object({
  op_id: z.string(),
  status: z.int().min(100).max(599),
  headers: z.object({
    [syncHeaders.echoedOpId]: z.string().exactOptional(),
    [syncHeaders.version]: z.string().exactOptional(),
    [syncHeaders.changeSeq]: z.string().exactOptional(),
  }),
  body: z.record(z.string(), z.unknown()),
})
export type BatchAnswerEntry = z.infer<typeof batchAnswerEntrySchema>

/** One answer per entry, in the order of the entries. */
export const batchAnswerSchema = z.object({
  v: z.literal(batchVersion),
  answers: z.array(batchAnswerEntrySchema),
})

function isEachOnce(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}

function recordOf({ path, body }: BatchEntry): string[] {
  const named = z.object({ id: z.string() }).safeParse(body)
  return named.success ? [`${path.replace(/\/$/, '')} ${named.data.id}`] : []
}
