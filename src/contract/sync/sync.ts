import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import { idSchema } from '#contract/records/values.ts'

/**
 * Headers that sync adds to the plain calls. Request: `Idempotency-Key: <opId>`, `If-Match:
 * "<version>"`, `X-Client-Version: <n>`. Response: `Op-Id`, `ETag: "<version>"`, `Change-Seq`; of a
 * page of the first copy `Next-Page: <after>`, which arrives before the page does.
 */
export const syncHeaders = {
  opId: 'idempotency-key',
  baseVersion: 'if-match',
  clientVersion: 'x-client-version',
  echoedOpId: 'op-id',
  version: 'etag',
  changeSeq: 'change-seq',
  nextPage: 'next-page',
} as const

/**
 * Raised when older clients can no longer talk to the server; it responds 426 `client_outdated` to
 * lower versions.
 */
export const clientVersion = 1

/**
 * A position in the log of committed changes: `<transaction>.<row>`, both decimal without leading
 * zeros, ordered by transaction, then row. The server only returns positions whose transaction is
 * below `pg_snapshot_xmin`, so nothing can be committed later at or before a returned cursor.
 */
export const changeSeqSchema = z.string().regex(/^(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,17})$/)
export type ChangeSeq = z.infer<typeof changeSeqSchema>

export const startOfLog: ChangeSeq = '0.0'

/** Negative if `a` is before `b`, 0 if equal. */
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
 * Records column by column: `columns[key][i]` is a field of record i. Parsing this takes a tenth of
 * the time of a list of objects, and it is half as long.
 */
const recordColumnsSchema = z
  .object({ id: z.array(z.string()), version: z.array(z.int().positive()) })
  .catchall(z.array(z.unknown()))
  .refine((columns) => Object.values(columns).every(({ length }) => length === columns.id.length), {
    error: 'every column has a value for every record',
  })
export type RecordColumns = z.infer<typeof recordColumnsSchema>

/**
 * `GET /api/sync/{collection}/rows?after=<id>&limit=`: one keyset page of the first copy, ordered
 * by id. `cursor` is a position taken before the page was read: after the last page (`next` null),
 * the device continues with the changes after the FIRST page's cursor.
 */
export const rowsPageSchema = z.object({
  epoch: z.string(),
  cursor: changeSeqSchema,
  columns: recordColumnsSchema,
  next: z.string().nullable(),
  /** Rows in the collection when the page was read; for progress only. */
  total: z.int().nonnegative(),
})
export type RowsPage = z.infer<typeof rowsPageSchema>

/**
 * A record after a change; `row` is null if it was deleted. Several changes of a record in one page
 * are merged into one.
 */
const changeSchema = z.object({
  collection: z.enum(collectionNames),
  id: z.string(),
  version: z.int().positive(),
  row: anyRowSchema.nullable(),
})
export type Change = z.infer<typeof changeSchema>

/**
 * Every record whose processing is stopped 처리정지, as `<collection>/<id>`. `mark` identifies the
 * list: a device that sends the current mark does not get the list again.
 */
const stoppedRecordsSchema = z.object({ mark: z.string(), records: z.array(z.string()) })
export type StoppedRecords = z.infer<typeof stoppedRecordsSchema>

/**
 * `collections=a,b` of `GET /api/sync/changes`: returns only changes in these; the cursor advances
 * past the others. Absent: everything, including collections added by later versions of the server.
 */
export const changedCollectionsSchema = z
  .string()
  .max(2_000)
  .transform((text) => (text === '' ? [] : text.split(',')))
  .pipe(z.array(z.enum(collectionNames)))

/**
 * `GET /api/sync/changes?after=<cursor>&limit=&collections=&stopped=<mark>`. `more`: request
 * the next page at once. After a change of `epoch`, rebuild the mirror and keep the outbox.
 */
export const changesPageSchema = z.object({
  epoch: z.string(),
  cursor: changeSeqSchema,
  changes: z.array(changeSchema),
  more: z.boolean(),
  /** Absent if the device's list is current or it did not ask. */
  stopped: stoppedRecordsSchema.exactOptional(),
})
export type ChangesPage = z.infer<typeof changesPageSchema>

/**
 * `GET /api/sync/{collection}/checksums`: detects drift of a device's copy. Per bucket (first two
 * hex digits of `computeBucket(id)`) the number of rows and the xor of `hashRow(id, version)`; both
 * sides share devices/row-hash.ts.
 */
export const checksumsSchema = z.object({
  epoch: z.string(),
  cursor: changeSeqSchema,
  buckets: z.array(z.object({ bucket: z.int().min(0).max(255), count: z.int().nonnegative(), hash: z.string() })),
})
export type Checksums = z.infer<typeof checksumsSchema>

/**
 * `GET /api/sync/events` (text/event-stream, bearer-authorized, read by fetch): says that something
 * changed, never what. A device ignores unknown types.
 */
export const syncEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), epoch: z.string() }),
  z.object({ type: z.literal('changed') }),
  /** One of this user's tasks (background-task.ts) progressed or ended. */
  z.object({ type: z.literal('task') }),
  z.object({ type: z.literal('draining') }),
  /**
   * Newer streams of the same user replaced this one. Reconnecting at once would only push out the
   * next one.
   */
  z.object({ type: z.literal('replaced') }),
])
export type SyncEvent = z.infer<typeof syncEventSchema>

/**
 * Response of a successful write: at least the row's id and version; the whole row for some calls.
 */
export const writeResponseSchema = z.looseObject({ id: z.string(), version: z.int().positive() })

/**
 * `GET /api/sync/probe`: a tiny authenticated response that tells a real connection from a captive
 * portal.
 */
export const probeSchema = z.object({ ok: z.literal(true), user_id: z.string(), epoch: z.string() })

export const maxKnownOps = 500

/**
 * `POST /api/sync/known-ops`, staff: which of their acknowledged edits this server still knows.
 * Devices ask after a full copy, because a server restored from an older backup has lost later
 * edits. An opId is known for 180 days; for older ones the response proves nothing.
 */
export const knownOpsSchema = z.strictObject({ op_ids: z.array(idSchema).min(1).max(maxKnownOps) })

/**
 * Accepted only as a whole: for the requesting user, for the data the device has just copied, with
 * exactly one response for every requested id. Edits of other users count as unknown.
 */
export const knownOpsResponseSchema = z.object({
  user_id: z.string(),
  epoch: z.string(),
  answers: z.array(z.object({ op_id: z.string(), is_known: z.boolean() })),
})
export type KnownOpsResponse = z.infer<typeof knownOpsResponseSchema>

/**
 * `POST /api/sync/batch`, staff: edits of different records in one request. Every entry stands for
 * a plain call with its own opId, outcome and response; a refused entry does not affect the others.
 * The call responds 200 whenever the entries were processed, and a refusal only if none was: signed
 * out, outdated client, invalid body, or unreachable database.
 */
export const batchPath = '/api/sync/batch'

/**
 * Raised when the meaning of a field changes. A server that does not know the version responds 400,
 * and the device falls back to plain calls.
 */
export const batchVersion = 1 as const

/** Maximum entries in one request. */
export const maxBatchEntries = 100

/** A plain call: its path, body and relevant headers. */
const batchEntrySchema = z.object({
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
   * Unordered: an entry that depends on another is sent after that one's response, as are later
   * edits of the same record.
   */
  entries: z
    .array(batchEntrySchema)
    .min(1)
    .max(maxBatchEntries)
    .refine(
      (entries) => hasNoDuplicates(entries.map(({ op_id: opId }) => opId)),
      '같은 전송 번호가 두 번 들어 있습니다.',
    )
    .refine((entries) => hasNoDuplicates(entries.flatMap(listRecordKeys)), '같은 자료가 두 번 들어 있습니다.'),
})

/**
 * Response of the plain call; for a written row only id and version, because the pull brings the
 * rest.
 */
const batchResponseEntrySchema = z.object({
  op_id: z.string(),
  status: z.int().min(100).max(599),
  headers: z.object({
    [syncHeaders.echoedOpId]: z.string().exactOptional(),
    [syncHeaders.version]: z.string().exactOptional(),
    [syncHeaders.changeSeq]: z.string().exactOptional(),
  }),
  body: z.record(z.string(), z.unknown()),
})
export type BatchResponseEntry = z.infer<typeof batchResponseEntrySchema>

/** One response per entry, in the order of the entries. */
export const batchResponseSchema = z.object({
  v: z.literal(batchVersion),
  answers: z.array(batchResponseEntrySchema),
})

function hasNoDuplicates(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}

function listRecordKeys({ path, body }: BatchEntry): string[] {
  const parsed = z.object({ id: z.string() }).safeParse(body)
  return parsed.success ? [`${path.replace(/\/$/, '')} ${parsed.data.id}`] : []
}
