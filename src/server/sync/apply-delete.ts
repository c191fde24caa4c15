import { josa } from 'es-hangul'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { FieldConflict } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { WritableCollection, WriteAnswer } from '../db/writable-collection.ts'
import { answerConflict } from './apply-update.ts'
import { judgeWrite, lockVisible } from './judge-write.ts'
import { changesSince } from './record-log.ts'
import { countPointers, deleteRecord } from './record-statements.ts'
import { type WriteContext, releaseNumbers } from './write-numbers.ts'
import { applied, refuseWrite } from './write-answer.ts'
import { logWrite } from './write-log.ts'

/**
 * Deletes a record. With a stale If-Match it answers 409 with the changes made since, so that
 * nobody deletes work they have not seen. A second delete is 404, except under the same opId, which
 * gets the stored answer.
 */
export async function applyDelete(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { request }: WriteContext,
): Promise<WriteAnswer> {
  const input = z.looseObject({ id: idSchema }).safeParse(request.body)
  if (!input.success) return refuseWrite('invalid_request', { fields: { id: '번호 형식이 올바르지 않습니다.' } })
  const { writer } = request
  const current = await lockVisible(trx, collection, { id: input.data.id, writer })
  if (!current) return refuseWrite('not_found')
  const judged = await judgeWrite(trx, collection, { id: current.id, writer, before: current, after: null })
  if ('refused' in judged) return judged.refused
  const conflicts = await changesUnseen(trx, collection, { current, baseVersion: request.baseVersion })
  if (conflicts.length > 0) return answerConflict(trx, collection, { current, conflicts })
  const inUse = await refuseInUse(trx, collection, current)
  if (inUse) return inUse
  await deleteRecord(trx, collection, current.id)
  await releaseNumbers(trx, collection, current.id)
  const version = current.version + 1
  const changeSeq = await logWrite(trx, collection, { request, before: current, after: null, version })
  return applied({ version, changeSeq, body: { id: current.id, version, deleted: true } })
}

async function changesUnseen(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { current, baseVersion }: { current: AnyRecord; baseVersion: number | undefined },
): Promise<FieldConflict[]> {
  if (baseVersion === undefined || baseVersion === current.version) return []
  const theirs = await changesSince(trx, { collection: collection.name, current }, baseVersion)
  if (!theirs) return [{ field: 'id', base: null, theirs: null, changed_by: '', changed_at: current.updated_at }]
  return [...theirs]
    .map(([field, their]) => ({
      field,
      base: their.base,
      theirs: current[field] ?? null,
      changed_by: their.changedBy,
      changed_at: their.changedAt,
    }))
    .filter((conflict) => conflict.base !== conflict.theirs)
}

async function refuseInUse(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  current: AnyRecord,
): Promise<WriteAnswer | undefined> {
  const found: string[] = []
  for (const pointer of collection.pointedAtBy) {
    const count = await countPointers(trx, pointer, current.id)
    if (count > 0) found.push(`${pointer.label} ${count.toLocaleString('ko-KR')}건${count === 1000 ? ' 이상' : ''}`)
  }
  if (found.length === 0) return undefined
  const noun = josa(collection.description.label.replace(/\([^(]*\)$/, ''), '을/를')
  return refuseWrite('in_use', { message: `이 ${noun} 쓰는 ${found.join(', ')}이 있어 삭제할 수 없습니다.` })
}
