import { createHash } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { BulkCreate } from '#server/writes/write-pipeline-types.ts'
import type { Writer, WriteRequest, WriteResponse } from '#server/writes/write-request.ts'
import { createRefusal } from './write-input.ts'

/** Identifies a write that must happen once: the person, the opId and the content. */
export interface OpClaim {
  readonly opId: string
  readonly userId: string
  readonly requestHash: string
}

/**
 * If-Match is not hashed: it is not part of the user's intent, and a device may learn a newer
 * version between two attempts.
 */
export function buildClaim(request: { opId?: string; writer: Writer }, content: unknown): OpClaim | undefined {
  if (request.opId === undefined) return undefined
  const requestHash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  return { opId: request.opId, userId: request.writer.userId, requestHash }
}

/** The claim for a write of one record. */
export function buildWriteClaim(book: WritableBook, request: WriteRequest): OpClaim | undefined {
  const stored = request.stored ? [request.stored] : []
  return buildClaim(request, [request.kind, book.name, request.body, ...stored])
}

/**
 * The claim for an action on many records. Records created along with it are left out: they are
 * named by the others, and on a retry they already exist and are missing from the request.
 */
export function buildBulkClaim(
  book: WritableBook,
  { sent, records, ...request }: Omit<BulkCreate, 'referencedRecords' | 'updates'>,
): OpClaim | undefined {
  return buildClaim(request, ['create-many', book.name, request.actionId, sent ?? records])
}

/** The stored response of a claim that was settled earlier. */
export async function findStoredResponse(db: Kysely<Tables>, claim: OpClaim): Promise<WriteResponse | undefined> {
  const op = await db.selectFrom('op').selectAll().where('op_id', '=', claim.opId).executeTakeFirst()
  if (op?.status == null || op.user_id !== claim.userId || op.request_hash !== claim.requestHash) return undefined
  return toWriteResponse({ ...op, status: op.status })
}

/**
 * Claims the opId, or returns its stored response. A duplicate that arrives during the first
 * attempt blocks on the primary key until the first commits, and then reads its response.
 */
export async function claimOp(trx: Transaction<Tables>, claim: OpClaim): Promise<WriteResponse | undefined> {
  const claimed = await trx
    .insertInto('op')
    .values({ op_id: claim.opId, user_id: claim.userId, request_hash: claim.requestHash })
    .onConflict((conflict) => conflict.column('op_id').doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) return undefined
  const op = await trx.selectFrom('op').selectAll().where('op_id', '=', claim.opId).executeTakeFirstOrThrow()
  if (op.user_id !== claim.userId || op.request_hash !== claim.requestHash || op.status === null) {
    return createRefusal('op_reused')
  }
  return toWriteResponse({ ...op, status: op.status })
}

function toWriteResponse(op: Pick<Selectable<Tables['op']>, 'headers' | 'answer'> & { status: number }): WriteResponse {
  return { status: op.status, headers: op.headers ?? {}, body: op.answer as WriteResponse['body'] }
}

/** Stores the response with its opId, in the transaction of the effect. */
export async function saveResponse(trx: Transaction<Tables>, claim: OpClaim, response: WriteResponse): Promise<void> {
  await trx
    .updateTable('op')
    .set({ status: response.status, headers: JSON.stringify(response.headers), answer: JSON.stringify(response.body) })
    .where('op_id', '=', claim.opId)
    .execute()
}
