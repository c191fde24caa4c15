import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { idSchema } from '#contract/values.ts'
import type { Database } from '../db/client.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { WritableCollection, WriteAnswer, WritePipeline, WriteRequest, Writer } from '../db/writable-collection.ts'
import { applyCreate } from './apply-create.ts'
import { applyDelete } from './apply-delete.ts'
import { applyUpdate } from './apply-update.ts'
import { createMany } from './create-many.ts'
import { refuse } from './write-answer.ts'

/**
 * Every write of the office's records goes through here (design §4, research/sync.md §5 lines 11–17). One transaction holds the op row, the effect, its
 * change row and its audit row; the trigger on `change` wakes the devices when it commits.
 *
 * A replay of an opId gets the stored answer, refusals included: what was refused once stays refused until the user sends it anew. 400 is not kept,
 * because nothing was decided; nor is a crash, because nothing was done.
 *
 * HAZARD: an effect decides before it writes. A refusal commits (its op row has to stay), so whatever an effect wrote before refusing would stay too.
 */
export function createWritePipeline(deps: { db: Database }): WritePipeline {
  return {
    write: (collection, request) =>
      runOnce(deps.db, claimOf(request, [request.kind, collection.name, request.body]), (trx) =>
        effects[request.kind](trx, collection, request),
      ),
    createMany: (collection, request) =>
      runOnce(deps.db, claimOf(request, ['create-many', collection.name, request.actId, request.records]), (trx) =>
        createMany(trx, collection, request),
      ),
  }
}

const effects = { create: applyCreate, update: applyUpdate, delete: applyDelete } satisfies Record<
  WriteRequest['kind'],
  Effect
>

type Effect = (trx: Transaction<Tables>, collection: WritableCollection, request: WriteRequest) => Promise<WriteAnswer>

interface Claim {
  readonly opId: string
  readonly userId: string
  readonly requestHash: string
}

/** If-Match is no part of what the user wants, so it is not hashed: a device may learn a newer version between two attempts. */
function claimOf(request: { opId?: string; writer: Writer }, content: unknown): Claim | undefined {
  if (request.opId === undefined) return undefined
  const requestHash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  return { opId: request.opId, userId: request.writer.userId, requestHash }
}

async function runOnce(
  db: Database,
  claim: Claim | undefined,
  effect: (trx: Transaction<Tables>) => Promise<WriteAnswer>,
): Promise<WriteAnswer> {
  if (claim && !idSchema.safeParse(claim.opId).success) {
    return refuse('invalid_request', { message: '전송 번호(Idempotency-Key)의 형식이 올바르지 않습니다.' })
  }
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
    throw error
  }
}

/** Carries an answer out of the transaction that must be rolled back. */
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

/**
 * Takes the opId, or answers what it was answered before. A duplicate that arrives while the first is still running waits here until the first commits
 * (the primary key blocks it), and then reads its answer.
 */
async function claimOp(trx: Transaction<Tables>, claim: Claim): Promise<WriteAnswer | undefined> {
  const claimed = await trx
    .insertInto('op')
    .values({ op_id: claim.opId, user_id: claim.userId, request_hash: claim.requestHash })
    .onConflict((conflict) => conflict.column('op_id').doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) return undefined
  const op = await trx.selectFrom('op').selectAll().where('op_id', '=', claim.opId).executeTakeFirstOrThrow()
  if (op.user_id !== claim.userId || op.request_hash !== claim.requestHash || op.status === null) {
    return refuse('op_reused')
  }
  return { status: op.status, headers: op.headers ?? {}, body: op.answer as WriteAnswer['body'] }
}

async function keepAnswer(trx: Transaction<Tables>, claim: Claim, answer: WriteAnswer): Promise<void> {
  await trx
    .updateTable('op')
    .set({ status: answer.status, headers: JSON.stringify(answer.headers), answer: JSON.stringify(answer.body) })
    .where('op_id', '=', claim.opId)
    .execute()
}

function withOpId(answer: WriteAnswer, claim: Claim | undefined): WriteAnswer {
  return claim ? { ...answer, headers: { ...answer.headers, 'op-id': claim.opId } } : answer
}
