import type { Transaction } from 'kysely'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { numberFieldsOf } from '#contract/numbers/number-fields.ts'
import type { FieldConflict } from '#contract/problem.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { WritableCollection, WriteAnswer } from '../db/writable-collection.ts'
import { judgeWrite, lockVisible } from './judge-write.ts'
import { mergeFields, type MergeResult } from './merge.ts'
import { changesSince, lastChangeSeq } from './record-log.ts'
import { readJoined, updateRecord } from './record-statements.ts'
import { refuseTaken } from './refuse-taken.ts'
import { type WriteContext, saveWrittenNumbers } from './write-numbers.ts'
import { applied, refuseWrite } from './write-answer.ts'
import { readInput, refuseMissingTargets, refuseViolation, addFollowing, namedIn } from './write-input.ts'
import { logWrite } from './write-log.ts'

/**
 * Changes the fields named in the body and leaves the others. `mergeFields` handles a stale
 * If-Match.
 */
export async function applyUpdate(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { request, keys, within }: WriteContext,
): Promise<WriteAnswer> {
  const input = readInput(collection, 'update', request)
  if (!input.ok) return input.answer
  const { id } = input
  const { writer } = request
  const current = await lockVisible(trx, collection, { id, writer })
  if (!current) return refuseWrite('not_found')
  const numbers = await saveWrittenNumbers(trx, { collection, keys, id, fields: input.fields, current })
  if ('refused' in numbers) return numbers.refused
  const { fields } = numbers
  const merge = await mergeOnto(trx, collection, { current, supplied: fields, baseVersion: request.baseVersion })
  if (merge.kind === 'conflict') return answerConflict(trx, collection, { current, conflicts: merge.conflicts })
  if (Object.keys(merge.changes).length === 0) return answerUnchanged(trx, collection, current)
  const wanted = addFollowing(
    collection,
    merge.changes,
    namedIn(request, collection, { supplied: fields, changed: merge.changes }),
  )
  const after = { ...current, ...wanted }
  const judged = await judgeWrite(trx, collection, { id, writer, before: current, after, unseen: merge.unseen })
  if ('refused' in judged) return judged.refused
  const settled = numbers.settle({ changes: wanted, after })
  if ('refused' in settled) return settled.refused
  const changes = { ...wanted, ...judged.set, ...settled.set }
  const refused =
    (await refuseMissingTargets(trx, collection, [changes])) ??
    (await refuseTaken(trx, collection, { id: current.id, before: current, changes })) ??
    (await refuseViolation(trx, collection, { before: current, after: { ...current, ...changes } }))
  if (refused) return refused
  const row = await updateRecord(trx, collection, { current, changes })
  await numbers.keep(changes)
  const changeSeq = await logWrite(trx, collection, { request, before: current, after: row, version: row.version })
  await collection.alongside?.(trx, { before: current, after: row, writer }, within)
  return applied({ version: row.version, changeSeq, body: row })
}

/**
 * The answer to a change that overlaps with another person's: the current row and, per field, what
 * both sides did.
 */
export async function answerConflict(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { current, conflicts }: { current: AnyRecord; conflicts: FieldConflict[] },
): Promise<WriteAnswer> {
  const shown = conflicts.flatMap((conflict) => [conflict, ...besideNumber(collection, { current, conflict })])
  const refusal = refuseWrite('conflict', { current: await readJoined(trx, collection, current.id), conflicts: shown })
  return { ...refusal, headers: { etag: `"${current.version}"` } }
}

/**
 * Shows a conflict of two resident numbers by their masked texts: 900101-1****** and
 * 850505-2******.
 */
function besideNumber(
  collection: WritableCollection,
  { current, conflict }: { current: AnyRecord; conflict: FieldConflict },
): FieldConflict[] {
  const maskedField = numberFieldsOf(collection.description).find(({ key }) => key === conflict.field)?.beside
  if (!maskedField) return []
  return [{ ...conflict, field: maskedField.masked, base: null, theirs: current[maskedField.masked] ?? null }]
}

async function mergeOnto(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  edit: { current: AnyRecord; supplied: Record<string, unknown>; baseVersion: number | undefined },
): Promise<MergeResult & { unseen: ReadonlySet<string> }> {
  const { current, supplied, baseVersion } = edit
  const fields: readonly Field[] = collection.description.fields
  const isPartial = fields.some(({ key, editable }) => editable !== false && !(key in supplied))
  const theirs =
    baseVersion === undefined
      ? new Map()
      : await changesSince(trx, { collection: collection.name, current }, baseVersion)
  if (theirs)
    return {
      ...mergeFields({ supplied, current, theirs, follows: collection.rules.follows ?? [], isPartial }),
      unseen: new Set(theirs.keys()),
    }
  return { ...mergeWithoutBase(supplied, current), unseen: new Set() }
}

/** The base version is unknown, so every difference is a conflict for the user. */
function mergeWithoutBase(supplied: Record<string, unknown>, current: AnyRecord): MergeResult {
  const conflicts = Object.entries(supplied)
    .filter(([field, mine]) => mine !== (current[field] ?? null))
    .map(([field]) => ({
      field,
      base: null,
      theirs: current[field] ?? null,
      changed_by: '',
      changed_at: current.updated_at,
    }))
  return conflicts.length > 0 ? { kind: 'conflict', conflicts } : { kind: 'merged', changes: {} }
}

async function answerUnchanged(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  current: AnyRecord,
): Promise<WriteAnswer> {
  const changeSeq = await lastChangeSeq(trx, collection.name, current.id)
  return applied({ version: current.version, changeSeq, body: await readJoined(trx, collection, current.id) })
}
