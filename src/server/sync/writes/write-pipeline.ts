import type { Transaction } from 'kysely'
import { listPersonNumberFields } from '#contract/person-numbers/sealed-number.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/client.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { limitConcurrency } from '#server/tasks/concurrency-limit.ts'
import type { WritableBook, WriteWithin } from '#server/writes/writable-book.ts'
import type { BulkUpdate, WritePipeline } from '#server/writes/write-pipeline-types.ts'
import type { BatchContext, Writer, WriteRequest, WriteResponse } from '#server/writes/write-request.ts'
import { applyCreate, applyDelete, applyUpdate } from './apply-write.ts'
import { readCurrentStates, updateMany } from './bulk-update.ts'
import {
  buildBulkClaim,
  buildClaim,
  buildWriteClaim,
  claimOp,
  findStoredResponse,
  type OpClaim,
  saveResponse,
} from './claim-op.ts'
import { createMany } from './create-many.ts'
import { createUpdateTogether, type UpdateTogether } from './single-statement-batch.ts'
import { updateAtOnce } from './single-statement-update.ts'
import { allowBlockedWrites, createBlockedRefusal } from './write-checks.ts'
import { createRefusal } from './write-input.ts'
import { refuseResidentNumbers, sealPersonNumbers, type WriteContext } from './write-person-numbers.ts'

/**
 * Creates the pipeline that every write of a record goes through. One transaction holds the op row
 * (the idempotency record), the effect, the change row for devices and the trail row. A trigger on
 * `change` notifies devices after the commit.
 *
 * `write` takes the shortest path that fits:
 * 1. An ordinary update is one statement without locks (single-statement-update.ts); updates of a
 *    batch share statements (single-statement-batch.ts).
 * 2. Everything else, and updates that path 1 declines, runs `applyCreate`, `applyUpdate` or
 *    `applyDelete` in `runOnce`.
 *
 * A repeated opId gets the stored response, refusals included; to retry a refused write, the client
 * sends a new opId. Not stored are: 400, because nothing was decided; exceptions, because the
 * transaction was rolled back; and refused resident numbers, which must not be stored anywhere.
 *
 * HAZARD: an effect must decide before it writes. A refusal commits (its op row must stay), so
 * anything an effect wrote before refusing would stay too.
 */
export function createWritePipeline(deps: {
  db: Database
  config?: Pick<Config, 'databaseConnections'>
  /** Absent: books with resident or registration numbers cannot be written. */
  officeKeys?: OfficeKeys
}): WritePipeline {
  const keys = deps.officeKeys ?? noKeys
  const within: WriteWithin = async (trx, book, input) => {
    const request = sealPersonNumbers(keys, book, input)
    await allowBlockedWrites(trx, request.writer)
    const { status, body } = await effects[request.kind](trx, book, { request, keys, within }).catch(
      createBlockedRefusal,
    )
    if (status >= 300) throw new HttpProblem(problemSchema.parse(body))
    return { ...body }
  }
  const limit = limitConcurrency(Math.ceil((deps.config?.databaseConnections ?? 10) / 2))
  const updateTogether = createUpdateTogether(deps.db, limit)
  const updateAlone: UpdateTogether = (book, request) => updateAtOnce(deps.db, book, request)
  return {
    within,
    write: async (book, sent) => {
      const filtered = await refuseResidentNumbers(deps.db, book, sealPersonNumbers(keys, book, sent))
      if ('refused' in filtered) return addOpId(filtered.refused, sent)
      const { request } = filtered
      const claim = buildWriteClaim(book, request)
      if (claim && !isOpId(claim.opId)) return createOpIdRefusal()
      const { batch } = request
      const update = batch ? updateTogether : updateAlone
      const directResponse =
        request.kind === 'update' && isPlain(book) && listPersonNumberFields(book).length === 0
          ? await update(book, { ...request, claim })
          : undefined
      const decide = () =>
        runOnce(
          deps.db,
          claim,
          runAs(request.writer, (trx) => effects[request.kind](trx, book, { request, keys, within })),
        )
      return (
        directResponse ??
        (await (batch ? limit.run(() => runIfWanted(batch, () => retryAfterDeadlock(decide))) : decide()))
      )
    },
    writeTogether: (request, effect) => {
      const claim = buildClaim(request, ['together', request.sent])
      const runAll = runAs(request.writer, (trx) => effect(trx).catch(rollBack))
      return retryAfterDeadlock(() => runOnce(deps.db, claim, runAll))
    },
    createMany: (book, request) => {
      refusePersonNumbers(
        book,
        [...request.records, ...(request.updates ?? [])].map(({ fields }) => fields),
      )
      // `referencedRecords` isn't part of the claim's hash: on a retry those records exist already
      // and are missing from the request.
      return runOnce(deps.db, buildBulkClaim(book, request), (trx) => createMany(trx, requirePlain(book), request))
    },
    findEarlierResponse: async (book, request) => {
      const claim = buildBulkClaim(book, { records: [], ...request })
      return claim && isOpId(claim.opId) ? await findStoredResponse(deps.db, claim) : undefined
    },
    readStates: (book, versions) => readCurrentStates(deps.db, requirePlain(book), versions),
    updateMany: (book, request) => runUpdateMany(deps.db, book, request),
  }
}

function runUpdateMany(db: Database, book: WritableBook, request: BulkUpdate): Promise<WriteResponse> {
  refusePersonNumbers(book, [request.changes])
  const claim = buildClaim(request, ['update-many', book.name, request.ids, request.changes])
  return runOnce(
    db,
    claim,
    runAs(request.writer, (trx) => updateMany(trx, requirePlain(book), request)),
  )
}

/** Wraps an effect: sets the flag that lets a superuser write stopped records (처리정지). */
function runAs(writer: Writer, effect: (trx: Transaction<Tables>) => Promise<WriteResponse>) {
  return async (trx: Transaction<Tables>) => {
    await allowBlockedWrites(trx, writer)
    return await effect(trx)
  }
}

/** Refuses a write of a batch whose response nobody waits for any more. */
async function runIfWanted<T>(batch: BatchContext, work: () => Promise<T>): Promise<T> {
  if (!batch.canStart()) throw new HttpProblem(problem('unavailable'))
  return await work()
}

/**
 * Retries after a deadlock. Two copies of one request can lock op row and record in opposite order;
 * PostgreSQL aborts one of them, and its retry finds the other's stored response.
 */
async function retryAfterDeadlock<T>(work: () => Promise<T>, triesLeft = 3): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01'
    if (!isDeadlock || triesLeft === 0) throw error
    return await retryAfterDeadlock(work, triesLeft - 1)
  }
}

/**
 * Whether there are no per-record rules (`owned`, `checkWrite`), which the short paths don't check.
 */
function isPlain({ owned, checkWrite }: WritableBook): boolean {
  return !owned && !checkWrite
}

function requirePlain(book: WritableBook): WritableBook {
  if (isPlain(book)) return book
  throw new Error(`${book.name} has per-record rules, so it can't be written in bulk`)
}

/** Throws when a bulk edit or an imported sheet sets a resident or registration number. */
function refusePersonNumbers(book: WritableBook, writtenRecords: readonly Readonly<Record<string, unknown>>[]): void {
  const named = listPersonNumberFields(book).find(({ key }) => writtenRecords.some((fields) => fields[key] != null))
  if (named) throw new Error(`${book.name}.${named.key} is encrypted, so it can't be written in bulk`)
}

const noKeys: OfficeKeys = { newest: throwNoKey, all: () => [], byId: () => undefined }

function throwNoKey(): never {
  throw new Error('createWritePipeline got no keys (`officeKeys`) for resident numbers')
}

const effects = { create: applyCreate, update: applyUpdate, delete: applyDelete } satisfies Record<
  WriteRequest['kind'],
  WriteEffect
>

type WriteEffect = (trx: Transaction<Tables>, book: WritableBook, context: WriteContext) => Promise<WriteResponse>

/**
 * Runs the effect in a transaction, or returns the stored response of an earlier claim. Without a
 * claim (a client that sends no Idempotency-Key) it just runs.
 */
async function runOnce(
  db: Database,
  claim: OpClaim | undefined,
  effect: (trx: Transaction<Tables>) => Promise<WriteResponse>,
): Promise<WriteResponse> {
  if (claim && !isOpId(claim.opId)) return createOpIdRefusal()
  try {
    return await db.transaction().execute(async (trx) => {
      const stored = claim && (await claimOp(trx, claim))
      if (stored) return stored
      const response = addOpId(await effect(trx), claim)
      if (!isStored(response)) throw new UnstoredResponseError(response)
      if (claim) await saveResponse(trx, claim, response)
      return response
    })
  } catch (error) {
    if (error instanceof UnstoredResponseError) return error.response
    // Not stored, because the transaction was rolled back: the same edit may be sent again once the
    // record is released.
    return addOpId(createBlockedRefusal(error), claim)
  }
}

function isOpId(opId: string): boolean {
  return idSchema.safeParse(opId).success
}

function createOpIdRefusal(): WriteResponse {
  return createRefusal('invalid_request', { message: '전송 번호(Idempotency-Key)의 형식이 올바르지 않습니다.' })
}

/** A refusal of one of several writes becomes the response to all of them. */
function rollBack(error: unknown): never {
  if (!(error instanceof HttpProblem)) throw error
  const { code, ...more } = error.problem
  throw new UnstoredResponseError(createRefusal(code, more))
}

/** Carries a response out of a transaction that must be rolled back. */
class UnstoredResponseError extends Error {
  override readonly name = 'UnstoredResponseError'
  readonly response: WriteResponse
  constructor(response: WriteResponse) {
    super(`rolled back with response ${response.status}`)
    this.response = response
  }
}

function isStored({ status }: WriteResponse): boolean {
  return status !== 400
}

function addOpId(response: WriteResponse, { opId }: { readonly opId?: string } = {}): WriteResponse {
  return opId !== undefined && isOpId(opId)
    ? { ...response, headers: { ...response.headers, 'op-id': opId } }
    : response
}
