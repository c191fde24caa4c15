import type { Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { WritableCollection, WriteAnswer, Writer } from '../db/writable-collection.ts'
import { judgeWrite, lockVisible, wasOthers } from './judge-write.ts'
import { lastChangeSeq, lastLoggedVersion } from './record-log.ts'
import { insertRecord, readJoined } from './record-statements.ts'
import { isAnyDestroyed, refuseDestroyed } from './refuse-destroyed.ts'
import { refuseTaken } from './refuse-taken.ts'
import { applied, refuseWrite } from './write-answer.ts'
import { readInput, refuseMissingTargets, refuseViolation, addFollowing } from './write-input.ts'
import { changedFields, logWrite } from './write-log.ts'
import { type WriteContext, saveWrittenNumbers } from './write-numbers.ts'

/**
 * Creates a record under the id its client chose. If the id is taken, equal values mean a repeated
 * create and return the row; other values are a conflict that returns the current row. A deleted
 * record may be created again (undo of a delete), a destroyed one may not. The version of a
 * recreated record continues counting: devices that have seen the delete would ignore a lower
 * version as outdated.
 */
export async function applyCreate(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { request, keys }: WriteContext,
): Promise<WriteAnswer> {
  const input = readInput(collection, 'create', request)
  if (!input.ok) return input.answer
  const { id } = input
  const { writer } = request
  const numbers = await saveWrittenNumbers(trx, { collection, keys, id, fields: input.fields, current: null })
  if ('refused' in numbers) return numbers.refused
  const derived = addFollowing(collection, numbers.fields)
  const judged = await judgeWrite(trx, collection, { id, writer, before: null, after: derived })
  if ('refused' in judged) return judged.refused
  const settled = numbers.settle({ changes: derived, after: derived })
  if ('refused' in settled) return settled.refused
  const fields = { ...derived, ...judged.set, ...settled.set }
  const refused =
    (await refuseMissingTargets(trx, collection, [fields])) ??
    (await refuseTaken(trx, collection, { id, before: null, changes: fields })) ??
    (await refuseViolation(trx, collection, { before: null, after: fields }))
  if (refused) return refused
  if (await wasOthers(trx, collection, { id, fields })) return refuseTakenId()
  if (await isAnyDestroyed(trx, collection.name, [id])) return refuseDestroyed()
  const version = (await lastLoggedVersion(trx, collection.name, id)) + 1
  const row = await insertRecord(trx, collection, { id, version, fields })
  if (!row) return answerTakenId(trx, collection, { id, writer, fields })
  await numbers.keep(fields)
  const changeSeq = await logWrite(trx, collection, { request, before: null, after: row, version: row.version })
  return applied({ status: 201, version: row.version, changeSeq, body: row })
}

async function answerTakenId(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  fields: { id: string; writer: Writer; fields: Readonly<Record<string, unknown>> },
): Promise<WriteAnswer> {
  const current = await lockVisible(trx, collection, fields)
  if (!current && collection.owned) return refuseTakenId()
  if (!current)
    return refuseWrite('conflict', { message: '같은 번호의 자료가 방금 삭제되었습니다. 다시 시도해 주세요.' })
  const differing = Object.keys(changedFields(collection, fields.fields, current))
  const joined = await readJoined(trx, collection, fields.id)
  const changeSeq = await lastChangeSeq(trx, collection.name, fields.id)
  if (differing.length === 0) return applied({ version: current.version, changeSeq, body: joined })
  return {
    ...refuseWrite('conflict', {
      message: takenId,
      current: joined,
      conflicts: differing.map((field) => ({
        field,
        base: null,
        theirs: current[field] ?? null,
        changed_by: '',
        changed_at: (current satisfies AnyRecord).updated_at,
      })),
    }),
    headers: { etag: `"${current.version}"` },
  }
}

const takenId = '같은 번호의 자료가 이미 있습니다.'

/** Reveals nothing about the record that has the id. */
function refuseTakenId(): WriteAnswer {
  return refuseWrite('conflict', { message: takenId })
}
