import { z } from 'zod'
import { syncHeaders } from './sync.ts'

/**
 * `POST /api/sync/batch`, staff: edits of different records in one request. Every entry stands for a plain call (design §4) that would go out at the same
 * moment: its own opId, its own outcome, its own answer; what one is refused for leaves the others untouched. The call itself answers 200 whenever the
 * entries were looked at, and a refusal only when none of them was: signed out, too old a client, no batch of this shape, or a database out of reach.
 */
export const batchPath = '/api/sync/batch'

/** Raised when the meaning of a field changes. A server that does not know the version answers 400; then plain calls serve. */
export const batchVersion = 1 as const

/** Entries in one request, at most. */
export const batchMost = 100

/** A plain call, as it would be sent: its path, its body, and what its headers would say. */
export const batchEntrySchema = z.object({
  /** `Idempotency-Key`. */
  op_id: z.string().min(1).max(100),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  /** Of a plain call that writes one record and names it in its body. */
  path: z.string().max(300),
  body: z.unknown(),
  /** `If-Match`; null: none. */
  base_version: z.int().nonnegative().max(999_999_999).nullable().default(null),
})
export type BatchEntry = z.infer<typeof batchEntrySchema>

export const batchSchema = z.object({
  v: z.literal(batchVersion),
  /** In no order: an entry that has to wait for another is sent when that one has been answered, as are later edits of a record. */
  entries: z
    .array(batchEntrySchema)
    .min(1)
    .max(batchMost)
    .refine((entries) => isEachOnce(entries.map(({ op_id: opId }) => opId)), '같은 전송 번호가 두 번 들어 있습니다.')
    .refine((entries) => isEachOnce(entries.flatMap(recordOf)), '같은 자료가 두 번 들어 있습니다.'),
})

/** What the plain call would have answered; of a row that was written only its id and version, as the pull brings the rest. */
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
