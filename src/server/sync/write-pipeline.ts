import type { Transaction } from 'kysely'
import { numberFieldsOf } from '#contract/numbers/number-fields.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type {
  BulkUpdate,
  BatchContext,
  WritableCollection,
  WriteAnswer,
  WritePipeline,
  Writer,
  WriteRequest,
  WriteWithin,
} from '../db/writable-collection.ts'
import type { NumberKeys } from '../numbers/number-keys.ts'
import { Refusal } from '../plugins/refusal.ts'
import { applyCreate } from './apply-create.ts'
import { applyDelete } from './apply-delete.ts'
import { applyUpdate } from './apply-update.ts'
import { answeredOp, type Claim, claimOf, claimOfMany, claimOfWrite, claimOp, keepAnswer } from './claim-op.ts'
import { createMany } from './create-many.ts'
import { extractResidentNumbers } from './extract-resident-numbers.ts'
import { standingOf } from './update-each.ts'
import { updateAtOnce } from './update-at-once.ts'
import { updateMany } from './update-many.ts'
import { nameBlockedWriter, refusedAsBlocked } from './blocked-records.ts'
import { type AskedWrite, sealNumbers } from './take-numbers.ts'
import { createTurns } from '../db/turns.ts'
import { createUpdateTogether, type UpdateTogether } from './update-together.ts'
import { refuseWrite } from './write-answer.ts'

/**
 * Every write of the office's records goes through here. One transaction holds the op row, the
 * effect, its change row and its audit row; the trigger on `change` notifies devices after the
 * commit.
 *
 * A replay of an opId gets the stored answer, refusals included: a refused write stays refused
 * until the user sends it under a new opId. Three outcomes are not stored: 400, because nothing was
 * decided; a crash, because nothing was done; and a refused resident number, because nothing of it
 * may be stored.
 *
 * HAZARD: an effect must decide before it writes. A refusal commits (its op row must stay), so
 * anything an effect wrote before refusing would stay too.
 */
export function createWritePipeline(deps: {
  db: Database
  config?: Pick<Config, 'databaseConnections'>
  /** Absent: books with resident or registration numbers cannot be written. */
  numbers?: NumberKeys
}): WritePipeline {
  const keys = deps.numbers ?? withoutKeys
  const within: WriteWithin = async (trx, collection, given) => {
    const request = sealNumbers(keys, collection, given)
    await nameBlockedWriter(trx, request.writer)
    const { status, body } = await effects[request.kind](trx, collection, { request, keys, within }).catch(
      refusedAsBlocked,
    )
    if (status >= 300) throw new Refusal(problemSchema.parse(body))
    return { ...body }
  }
  const turns = createTurns(Math.ceil((deps.config?.databaseConnections ?? 10) / 2))
  const updateTogether = createUpdateTogether(deps.db, turns)
  const updateAlone: UpdateTogether = (collection, request) => updateAtOnce(deps.db, collection, request)
  return {
    within,
    write: async (collection, sent) => {
      const filtered = await extractResidentNumbers(deps.db, collection, sealNumbers(keys, collection, sent))
      if ('refused' in filtered) return withOpId(filtered.refused, sent)
      const { request } = filtered
      const claim = claimOfWrite(collection, request)
      if (claim && !isOpId(claim.opId)) return refuseOpId()
      const { batch } = request
      const update = batch ? updateTogether : updateAlone
      const atOnce =
        request.kind === 'update' && isPlain(collection) && numberFieldsOf(collection.description).length === 0
          ? await update(collection, { ...request, claim })
          : undefined
      const decide = () =>
        runOnce(
          deps.db,
          claim,
          as(request.writer, (trx) => effects[request.kind](trx, collection, { request, keys, within })),
        )
      return (
        atOnce ?? (await (batch ? turns.take(() => whileWanted(batch, () => againAfterDeadlock(decide))) : decide()))
      )
    },
    together: (request, effect) => runTogether(deps.db, request, effect),
    createMany: (collection, request) => {
      withoutNumbers(
        collection,
        [...request.records, ...(request.updates ?? [])].map(({ fields }) => fields),
      )
      // Records created along are named by the others; on a retry they already exist and are
      // missing from the request.
      return runOnce(deps.db, claimOfMany(collection, request), (trx) => createMany(trx, plain(collection), request))
    },
    answeredBefore: async (collection, request) => {
      const claim = claimOfMany(collection, { records: [], ...request })
      return claim && isOpId(claim.opId) ? await answeredOp(deps.db, claim) : undefined
    },
    standing: (collection, seen) => standingOf(deps.db, plain(collection), seen),
    updateMany: (collection, request) => runUpdateMany(deps.db, collection, request),
  }
}

function runTogether(db: Database, ...[request, effect]: Parameters<WritePipeline['together']>): Promise<WriteAnswer> {
  const claim = claimOf(request, ['together', request.sent])
  const all = as(request.writer, (trx) => effect(trx).catch(takeBack))
  return againAfterDeadlock(() => runOnce(db, claim, all))
}

function runUpdateMany(db: Database, collection: WritableCollection, request: BulkUpdate): Promise<WriteAnswer> {
  withoutNumbers(collection, [request.changes])
  const claim = claimOf(request, ['update-many', collection.name, request.ids, request.changes])
  return runOnce(
    db,
    claim,
    as(request.writer, (trx) => updateMany(trx, plain(collection), request)),
  )
}

/** Runs the effect with the setting that lets a superuser write stopped records. */
function as(writer: Writer, effect: (trx: Transaction<Tables>) => Promise<WriteAnswer>) {
  return async (trx: Transaction<Tables>) => {
    await nameBlockedWriter(trx, writer)
    return await effect(trx)
  }
}

async function whileWanted<T>(batch: BatchContext, work: () => Promise<T>): Promise<T> {
  if (!batch.mayBegin()) throw new Refusal(problem('unavailable'))
  return await work()
}

/**
 * Retries after a deadlock: of duplicates sent at once, one may hold the opId and wait for the
 * record while another does the reverse. PostgreSQL aborts one, which then finds the answer of the
 * other.
 */
async function againAfterDeadlock<T>(work: () => Promise<T>, triesLeft = 3): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01'
    if (!isDeadlock || triesLeft === 0) throw error
    return await againAfterDeadlock(work, triesLeft - 1)
  }
}

/**
 * Everybody who may write the collection may write all its records, so the short paths need no
 * ownership check.
 */
function isPlain({ owned, judge }: WritableCollection): boolean {
  return !owned && !judge
}

function plain(collection: WritableCollection): WritableCollection {
  if (isPlain(collection)) return collection
  throw new Error(`${collection.name} can only be written one at a time`)
}

/** Bulk edits and imported sheets cannot set numbers. */
function withoutNumbers(collection: WritableCollection, written: readonly Readonly<Record<string, unknown>>[]): void {
  const named = numberFieldsOf(collection.description).find(({ key }) => written.some((fields) => fields[key] != null))
  if (named) throw new Error(`${collection.name}.${named.key} can only be written one record at a time`)
}

const withoutKeys: NumberKeys = { newest: noKey, all: () => [], byId: () => undefined }

function noKey(): never {
  throw new Error('the pipeline has no keys for resident numbers')
}

const effects = { create: applyCreate, update: applyUpdate, delete: applyDelete } satisfies Record<
  WriteRequest['kind'],
  Effect
>

type Effect = (trx: Transaction<Tables>, collection: WritableCollection, asked: AskedWrite) => Promise<WriteAnswer>

async function runOnce(
  db: Database,
  claim: Claim | undefined,
  effect: (trx: Transaction<Tables>) => Promise<WriteAnswer>,
): Promise<WriteAnswer> {
  if (claim && !isOpId(claim.opId)) return refuseOpId()
  try {
    return await db.transaction().execute(async (trx) => {
      const stored = claim && (await claimOp(trx, claim))
      if (stored) return stored
      const answer = withOpId(await effect(trx), claim)
      if (!isKept(answer)) throw new NotKept(answer)
      if (claim) await keepAnswer(trx, claim, answer)
      return answer
    })
  } catch (error) {
    if (error instanceof NotKept) return error.answer
    // Not stored, because the transaction was rolled back: the same edit may be sent again once the
    // record is released.
    return withOpId(refusedAsBlocked(error), claim)
  }
}

function isOpId(opId: string): boolean {
  return idSchema.safeParse(opId).success
}

function refuseOpId(): WriteAnswer {
  return refuseWrite('invalid_request', { message: '전송 번호(Idempotency-Key)의 형식이 올바르지 않습니다.' })
}

/** A refusal of one of several writes becomes the answer to all of them. */
function takeBack(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { code, ...more } = error.problem
  throw new NotKept(refuseWrite(code, more))
}

/** Carries an answer out of a transaction that must be rolled back. */
class NotKept extends Error {
  override readonly name = 'NotKept'
  readonly answer: WriteAnswer
  constructor(answer: WriteAnswer) {
    super('answer is not kept')
    this.answer = answer
  }
}

function isKept({ status }: WriteAnswer): boolean {
  return status !== 400
}

function withOpId(answer: WriteAnswer, { opId }: { readonly opId?: string } = {}): WriteAnswer {
  return opId !== undefined && isOpId(opId) ? { ...answer, headers: { ...answer.headers, 'op-id': opId } } : answer
}
