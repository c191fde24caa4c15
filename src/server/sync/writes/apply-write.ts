import { josa } from 'es-hangul'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { listPersonNumberFields } from '#contract/person-numbers/sealed-number.ts'
import type { FieldConflict } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { Writer, WriteResponse } from '#server/writes/write-request.ts'
import { mergeFields, type MergeResult } from './merge.ts'
import { diffFields, logWrite, readChangesSince, readLastChangeSeq, readLastLoggedVersion } from './record-log.ts'
import { countReferences, deleteRecord, insertRecord, readJoined, updateRecord } from './record-statements.ts'
import {
  createDestroyedRefusal,
  didBelongToAnother,
  findTakenRefusal,
  isAnyDestroyed,
  lockVisible,
  runWriteCheck,
} from './write-checks.ts'
import {
  addFollowing,
  buildApplied,
  createRefusal,
  findMissingTargetRefusal,
  findViolationRefusal,
  listNamedFields,
  readInput,
} from './write-input.ts'
import { preparePersonNumbers, releasePersonNumbers, type WriteContext } from './write-person-numbers.ts'

/**
 * Changes the fields named in the body and leaves the others. `mergeFields` handles a stale
 * If-Match.
 */
export async function applyUpdate(
  trx: Transaction<Tables>,
  book: WritableBook,
  { request, keys, within }: WriteContext,
): Promise<WriteResponse> {
  const input = readInput(book, 'update', request)
  if (!input.ok) return input.errorResponse
  const { id } = input
  const { writer } = request
  const current = await lockVisible(trx, book, { id, writer })
  if (!current) return createRefusal('not_found')
  const numbers = await preparePersonNumbers(trx, { book, keys, id, fields: input.fields, current })
  if ('refused' in numbers) return numbers.refused
  const { fields } = numbers
  const merge = await mergeIntoCurrent(trx, book, { current, supplied: fields, baseVersion: request.baseVersion })
  if (merge.kind === 'conflict') return respondConflict(trx, book, { current, conflicts: merge.conflicts })
  if (Object.keys(merge.changes).length === 0) return respondUnchanged(trx, book, current)
  const completed = addFollowing(
    book,
    merge.changes,
    listNamedFields(request, book, { supplied: fields, changed: merge.changes }),
  )
  const after = { ...current, ...completed }
  const decision = await runWriteCheck(trx, book, { id, writer, before: current, after, unseen: merge.unseen })
  if ('refused' in decision) return decision.refused
  const settled = numbers.finalize({ changes: completed, after })
  if ('refused' in settled) return settled.refused
  const changes = { ...completed, ...decision.set, ...settled.set }
  const refused =
    (await findMissingTargetRefusal(trx, book, [changes])) ??
    (await findTakenRefusal(trx, book, { id: current.id, before: current, changes })) ??
    (await findViolationRefusal(trx, book, { before: current, after: { ...current, ...changes } }))
  if (refused) return refused
  const row = await updateRecord(trx, book, { current, changes })
  await numbers.store(changes)
  const changeSeq = await logWrite(trx, book, { request, before: current, after: row, version: row.version })
  await book.afterUpdate?.(trx, { before: current, after: row, writer }, within)
  return buildApplied({ version: row.version, changeSeq, body: row })
}

/**
 * The response to a change that overlaps with another person's: the current row and, per field,
 * what both sides did.
 */
async function respondConflict(
  trx: Transaction<Tables>,
  book: WritableBook,
  { current, conflicts }: { current: AnyRecord; conflicts: FieldConflict[] },
): Promise<WriteResponse> {
  const allConflicts = conflicts.flatMap((conflict) => [conflict, ...companionConflicts(book, { current, conflict })])
  const refusal = createRefusal('conflict', {
    current: await readJoined(trx, book, current.id),
    conflicts: allConflicts,
  })
  return { ...refusal, headers: { etag: `"${current.version}"` } }
}

/**
 * Shows a conflict of two resident numbers by their masked texts: 900101-1****** and
 * 850505-2******.
 */
function companionConflicts(
  book: WritableBook,
  { current, conflict }: { current: AnyRecord; conflict: FieldConflict },
): FieldConflict[] {
  const maskedField = listPersonNumberFields(book).find(({ key }) => key === conflict.field)?.companions
  if (!maskedField) return []
  return [{ ...conflict, field: maskedField.masked, base: null, theirs: current[maskedField.masked] ?? null }]
}

async function mergeIntoCurrent(
  trx: Transaction<Tables>,
  book: WritableBook,
  edit: { current: AnyRecord; supplied: Record<string, unknown>; baseVersion: number | undefined },
): Promise<MergeResult & { unseen: ReadonlySet<string> }> {
  const { current, supplied, baseVersion } = edit
  const fields: readonly Field[] = book.fields
  const isPartial = fields.some(({ key, editable }) => editable !== false && !(key in supplied))
  const theirs =
    baseVersion === undefined ? new Map() : await readChangesSince(trx, { collection: book.name, current }, baseVersion)
  return {
    ...mergeFields({ supplied, current, theirs, follows: book.rules.follows ?? [], isPartial }),
    unseen: new Set(theirs?.keys()),
  }
}

async function respondUnchanged(
  trx: Transaction<Tables>,
  book: WritableBook,
  current: AnyRecord,
): Promise<WriteResponse> {
  const changeSeq = await readLastChangeSeq(trx, book.name, current.id)
  return buildApplied({ version: current.version, changeSeq, body: await readJoined(trx, book, current.id) })
}

/**
 * Deletes a record. With a stale If-Match it responds 409 with the changes made since, so that
 * nobody deletes work they have not seen. A second delete is 404, except under the same opId, which
 * gets the stored response.
 */
export async function applyDelete(
  trx: Transaction<Tables>,
  book: WritableBook,
  { request }: WriteContext,
): Promise<WriteResponse> {
  const input = z.looseObject({ id: idSchema }).safeParse(request.body)
  if (!input.success) return createRefusal('invalid_request', { fields: { id: '번호 형식이 올바르지 않습니다.' } })
  const { writer } = request
  const current = await lockVisible(trx, book, { id: input.data.id, writer })
  if (!current) return createRefusal('not_found')
  const decision = await runWriteCheck(trx, book, { id: current.id, writer, before: current, after: null })
  if ('refused' in decision) return decision.refused
  const conflicts = await listUnseenChanges(trx, book, { current, baseVersion: request.baseVersion })
  if (conflicts.length > 0) return respondConflict(trx, book, { current, conflicts })
  const inUse = await findInUseRefusal(trx, book, current)
  if (inUse) return inUse
  await deleteRecord(trx, book, current.id)
  await releasePersonNumbers(trx, book, current.id)
  const version = current.version + 1
  const changeSeq = await logWrite(trx, book, { request, before: current, after: null, version })
  return buildApplied({ version, changeSeq, body: { id: current.id, version, deleted: true } })
}

async function listUnseenChanges(
  trx: Transaction<Tables>,
  book: WritableBook,
  { current, baseVersion }: { current: AnyRecord; baseVersion: number | undefined },
): Promise<FieldConflict[]> {
  if (baseVersion === undefined || baseVersion === current.version) return []
  const theirs = await readChangesSince(trx, { collection: book.name, current }, baseVersion)
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

async function findInUseRefusal(
  trx: Transaction<Tables>,
  book: WritableBook,
  current: AnyRecord,
): Promise<WriteResponse | undefined> {
  const usages: string[] = []
  for (const pointer of book.referencedBy) {
    const count = await countReferences(trx, pointer, current.id)
    if (count > 0) usages.push(`${pointer.label} ${formatNumber(count)}건${count === 1000 ? ' 이상' : ''}`)
  }
  if (usages.length === 0) return undefined
  const noun = josa(book.label.replace(/\([^(]*\)$/, ''), '을/를')
  return createRefusal('in_use', { message: `이 ${noun} 쓰는 ${usages.join(', ')}이 있어 삭제할 수 없습니다.` })
}

/**
 * Creates a record under the id its client chose. If the id is taken, equal values mean a repeated
 * create and return the row; other values are a conflict that returns the current row. A deleted
 * record may be created again (undo of a delete), a destroyed one may not. The version of a
 * recreated record continues counting: devices that have seen the delete would ignore a lower
 * version as outdated.
 */
export async function applyCreate(
  trx: Transaction<Tables>,
  book: WritableBook,
  { request, keys }: WriteContext,
): Promise<WriteResponse> {
  const input = readInput(book, 'create', request)
  if (!input.ok) return input.errorResponse
  const { id } = input
  const { writer } = request
  const numbers = await preparePersonNumbers(trx, { book, keys, id, fields: input.fields, current: null })
  if ('refused' in numbers) return numbers.refused
  const derived = addFollowing(book, numbers.fields)
  const decision = await runWriteCheck(trx, book, { id, writer, before: null, after: derived })
  if ('refused' in decision) return decision.refused
  const settled = numbers.finalize({ changes: derived, after: derived })
  if ('refused' in settled) return settled.refused
  const fields = { ...derived, ...decision.set, ...settled.set }
  const refused =
    (await findMissingTargetRefusal(trx, book, [fields])) ??
    (await findTakenRefusal(trx, book, { id, before: null, changes: fields })) ??
    (await findViolationRefusal(trx, book, { before: null, after: fields }))
  if (refused) return refused
  if (await didBelongToAnother(trx, book, { id, fields })) return createTakenIdRefusal()
  if (await isAnyDestroyed(trx, book.name, [id])) return createDestroyedRefusal()
  const version = (await readLastLoggedVersion(trx, book.name, id)) + 1
  const row = await insertRecord(trx, book, { id, version, fields })
  if (!row) return respondIdTaken(trx, book, { id, writer, fields })
  await numbers.store(fields)
  const changeSeq = await logWrite(trx, book, { request, before: null, after: row, version: row.version })
  return buildApplied({ status: 201, version: row.version, changeSeq, body: row })
}

async function respondIdTaken(
  trx: Transaction<Tables>,
  book: WritableBook,
  attempt: { id: string; writer: Writer; fields: Readonly<Record<string, unknown>> },
): Promise<WriteResponse> {
  const current = await lockVisible(trx, book, attempt)
  if (!current && book.owned) return createTakenIdRefusal()
  if (!current)
    return createRefusal('conflict', { message: '같은 번호의 자료가 방금 삭제되었습니다. 다시 시도해 주세요.' })
  const differing = Object.keys(diffFields(book, attempt.fields, current))
  const joined = await readJoined(trx, book, attempt.id)
  const changeSeq = await readLastChangeSeq(trx, book.name, attempt.id)
  if (differing.length === 0) return buildApplied({ version: current.version, changeSeq, body: joined })
  return {
    ...createRefusal('conflict', {
      message: takenIdMessage,
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

const takenIdMessage = '같은 번호의 자료가 이미 있습니다.'

/** Reveals nothing about the record that has the id. */
function createTakenIdRefusal(): WriteResponse {
  return createRefusal('conflict', { message: takenIdMessage })
}
