import { z } from 'zod'
import { collectionNames } from './books/collections.ts'
import { idSchema } from './values.ts'

/**
 * What sync adds to the wire (design §4). The spec's plain calls stay as they are; these headers ride on them.
 * Request: `Idempotency-Key: <opId>`, `If-Match: "<version>"`, `X-Client-Version: <n>`. Answer: `Op-Id`, `ETag: "<version>"`, `Change-Seq`.
 */
export const syncHeaders = {
  opId: 'idempotency-key',
  baseVersion: 'if-match',
  clientVersion: 'x-client-version',
  echoedOpId: 'op-id',
  version: 'etag',
  changeSeq: 'change-seq',
} as const

/** Raised when an older client could no longer speak to the server; the server answers 426 `client_outdated` to anything lower than it accepts. */
export const clientVersion = 1

/**
 * A place in the log of committed changes: `<transaction>.<row>`, both decimal without leading zeros. Ordered by transaction, then row. The server only ever hands out
 * places whose transaction lies below `pg_snapshot_xmin`, so nothing can be committed later at or before a handed-out cursor.
 */
export const changeSeqSchema = z.string().regex(/^(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,17})$/)
export type ChangeSeq = z.infer<typeof changeSeqSchema>

export const startOfLog: ChangeSeq = '0.0'

/** Negative when `a` lies before `b`, 0 when equal. */
export function compareChangeSeq(a: ChangeSeq, b: ChangeSeq): number {
  const [aTransaction = '0', aRow = '0'] = a.split('.')
  const [bTransaction = '0', bRow = '0'] = b.split('.')
  return compareDigits(aTransaction, bTransaction) || compareDigits(aRow, bRow)
}

function compareDigits(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  if (a === b) return 0
  return a < b ? -1 : 1
}

const anyRowSchema = z.looseObject({ id: z.string(), version: z.int().positive() })

/**
 * `GET /api/sync/{collection}/rows?after=<id>&limit=`: one keyset page of the first copy, ordered by id. `cursor` is a place taken before the page was
 * read: after the last page (`next` null) the copy continues with changes after the FIRST page's cursor.
 */
export const rowsPageSchema = z.object({
  epoch: z.string(),
  cursor: changeSeqSchema,
  rows: z.array(anyRowSchema),
  next: z.string().nullable(),
  /** Rows in the collection when the page was read; for progress only. */
  total: z.int().nonnegative(),
})
export type RowsPage = z.infer<typeof rowsPageSchema>

/** One record as it stands after a change; `row` null means it was deleted. Several changes of a record in one page come as one. */
export const changeSchema = z.object({
  collection: z.enum(collectionNames),
  id: z.string(),
  version: z.int().positive(),
  row: anyRowSchema.nullable(),
})
export type Change = z.infer<typeof changeSchema>

/** Every record whose processing is stopped 처리정지, as `<collection>/<id>`, and what this list is called: a device that says the name in its question is not told the list again. */
export const stoppedRecordsSchema = z.object({ mark: z.string(), records: z.array(z.string()) })
export type StoppedRecords = z.infer<typeof stoppedRecordsSchema>

/**
 * `collections=a,b` of `GET /api/sync/changes`: only what changed in these is told; the cursor goes on all the same. Absent: everything, also what later versions of the server add.
 */
export const changedCollectionsSchema = z
  .string()
  .max(2_000)
  .transform((text) => (text === '' ? [] : text.split(',')))
  .pipe(z.array(z.enum(collectionNames)))

/** `GET /api/sync/changes?after=<cursor>&limit=&collections=&stopped=<mark>`. `more` true: ask again at once. A changed `epoch` means: rebuild the mirror, keep the outbox. */
export const changesPageSchema = z.object({
  epoch: z.string(),
  cursor: changeSeqSchema,
  changes: z.array(changeSchema),
  more: z.boolean(),
  /** Absent: it is as the device knows it, or nobody asked. */
  stopped: stoppedRecordsSchema.exactOptional(),
})
export type ChangesPage = z.infer<typeof changesPageSchema>

/**
 * `GET /api/sync/{collection}/checksums`: anti-entropy. Per bucket (first two hex digits of the SHA-free hash `bucketOf(id)`) the number of rows and the
 * xor of `rowHash(id, version)`; see domain/row-hash.ts, which both sides share.
 */
export const checksumsSchema = z.object({
  epoch: z.string(),
  cursor: changeSeqSchema,
  buckets: z.array(z.object({ bucket: z.int().min(0).max(255), count: z.int().nonnegative(), hash: z.string() })),
})
export type Checksums = z.infer<typeof checksumsSchema>

/** `GET /api/sync/events` (text/event-stream, bearer-authorised, read by fetch): says that something changed, never what. A device passes over types it does not know. */
export const syncEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), epoch: z.string() }),
  z.object({ type: z.literal('changed') }),
  /** One of this person's tasks (download-task.ts) went on or ended. */
  z.object({ type: z.literal('task') }),
  z.object({ type: z.literal('draining') }),
  /** Newer streams of the same person took this one's place: who asks again at once would only push out the next. */
  z.object({ type: z.literal('replaced') }),
])
export type SyncEvent = z.infer<typeof syncEventSchema>

/** What a successful write answers: at least the row's id and version; the whole row where the spec's call answers it. */
export const writeAnswerSchema = z.looseObject({ id: z.string(), version: z.int().positive() })

/** `GET /api/sync/probe`: a tiny authenticated answer that tells a real connection from a captive portal. */
export const probeSchema = z.object({ ok: z.literal(true), user_id: z.string(), epoch: z.string() })

export const knownOpsMost = 500

/**
 * `POST /api/sync/known-ops`, staff: which of their acknowledged edits this server still knows. Devices ask after they had to copy everything anew: a server that
 * was restored from an older backup has lost what was written since. An opId is known for 180 days; of older ones nothing may be concluded.
 */
export const knownOpsSchema = z.strictObject({ op_ids: z.array(idSchema).min(1).max(knownOpsMost) })

/**
 * Believed as a whole or not at all: of the person who asks, of the data the device has just copied, and one answer for every number asked and no other. What is
 * somebody else's is unknown.
 */
export const knownOpsAnswerSchema = z.object({
  user_id: z.string(),
  epoch: z.string(),
  answers: z.array(z.object({ op_id: z.string(), is_known: z.boolean() })),
})
export type KnownOpsAnswer = z.infer<typeof knownOpsAnswerSchema>
