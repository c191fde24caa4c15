import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { problem, type Problem, type ProblemCode, problemStatus } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import { startOfLog } from '#contract/sync/sync.ts'
import { addDerivedFields, type RecordWrite } from '#domain/books/book-rules.ts'
import { maskKeyName, maxFieldErrors } from '#server/plugins/error-handlers.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { WriteRequest, WriteResponse } from '#server/writes/write-request.ts'
import { lockTargets } from './record-statements.ts'

const envelopeSchema = z.looseObject({ id: idSchema })

type ReadInput = { ok: true; id: string; fields: Record<string, unknown> } | { ok: false; errorResponse: WriteResponse }

/**
 * Reads the body of a write: `id` and the editable fields. Ignores what a plain client sends back
 * of a row (version, instants, joined objects, read-only fields); refuses unknown keys by name.
 */
export function readInput(
  book: WritableBook,
  kind: 'create' | 'update',
  { body, stored }: Pick<WriteRequest, 'body' | 'stored'>,
): ReadInput {
  const envelope = envelopeSchema.safeParse(body)
  if (!envelope.success) return { ok: false, errorResponse: issuesRefusal(book, envelope.error.issues) }
  const { id, ...rest } = envelope.data
  const ignored = listIgnoredKeys(book)
  const supplied = Object.fromEntries(Object.entries(rest).filter(([key]) => !ignored.has(key)))
  const parsed = getRecordSchemas(book)[kind === 'create' ? 'create' : 'change'].safeParse(supplied)
  if (!parsed.success) return { ok: false, errorResponse: issuesRefusal(book, parsed.error.issues) }
  return { ok: true, id, fields: { ...parsed.data, ...stored } }
}

/**
 * Refuses references to missing records. Referenced records stay locked against deletion until the
 * transaction ends.
 */
export async function findMissingTargetRefusal(
  trx: Transaction<Tables>,
  book: WritableBook,
  records: readonly Readonly<Record<string, unknown>>[],
): Promise<WriteResponse | undefined> {
  for (const [key, table] of Object.entries(book.references)) {
    const ids = new Set(records.map((fields) => fields[key]).filter((id) => typeof id === 'string'))
    if (ids.size === 0) continue
    const lockedTargets = await lockTargets(trx, table, [...ids])
    if (lockedTargets.size === ids.size) continue
    const message = `${findLabel(book, key)}: 없는 자료를 가리킵니다. 다시 선택해 주세요.`
    return createRefusal('refused', { message, fields: { [key]: message } })
  }
  return undefined
}

/**
 * Adds derived fields to the changes. `supplied` holds all fields the write names; those are not
 * derived.
 */
export function addFollowing(
  { rules }: WritableBook,
  writtenFields: Readonly<Record<string, unknown>>,
  supplied: Readonly<Record<string, unknown>> = writtenFields,
): Record<string, unknown> {
  const following = Object.entries(addDerivedFields(rules, writtenFields)).filter(
    ([key]) => key in writtenFields || !(key in supplied),
  )
  return Object.fromEntries(following)
}

/**
 * The fields a write names. A plain client that sends back the whole row (it contains fields that
 * do not change) names only the fields it changes. A client that sends fee and tax alone names
 * both, as our devices do.
 */
export function listNamedFields(
  { opId }: Pick<WriteRequest, 'opId'>,
  { rules: { follows = [] } }: Pick<WritableBook, 'rules'>,
  { supplied, changed }: Record<'supplied' | 'changed', Readonly<Record<string, unknown>>>,
): Readonly<Record<string, unknown>> {
  const isSentBack = Object.keys(supplied).some(
    (key) => !(key in changed) && follows.every((follow) => follow.key !== key),
  )
  return opId === undefined && isSentBack ? changed : supplied
}

/** The first violated rule of the book; undefined when there is none. */
export function findFirstViolation(
  { rules }: WritableBook,
  write: RecordWrite,
): { field: string; message: string } | undefined {
  for (const [field, message] of Object.entries(rules.violations?.(write) ?? {})) return { field, message }
  return undefined
}

/** Checks the record's own rules, and references that exist but do not go together. */
export async function findViolationRefusal(
  trx: Transaction<Tables>,
  book: WritableBook,
  write: { before: AnyRecord | null; after: Readonly<Record<string, unknown>> },
): Promise<WriteResponse | undefined> {
  const violation = findFirstViolation(book, write) ?? (await book.referenceConflict?.(trx, write))
  return (
    violation &&
    createRefusal('refused', { message: violation.message, fields: { [violation.field]: violation.message } })
  )
}

function listIgnoredKeys(book: WritableBook): Set<string> {
  const fixed = book.fields.filter((field: Field) => field.editable === false).map(({ key }) => key)
  return new Set(['version', 'inserted_at', 'updated_at', ...Object.keys(book.joins), ...fixed])
}

function issuesRefusal(book: WritableBook, issues: readonly z.core.$ZodIssue[]): WriteResponse {
  const fieldErrors = new Map<string, string>()
  for (const issue of issues) {
    const isUnknown = issue.code === 'unrecognized_keys'
    const keys = isUnknown ? issue.keys.slice(0, maxFieldErrors).map(maskKeyName) : [String(issue.path[0] ?? '')]
    const reason = isUnknown ? '알 수 없는 항목입니다.' : issue.message
    for (const key of keys) if (!fieldErrors.has(key)) fieldErrors.set(key, reason)
  }
  const [key = '', reason = ''] = [...fieldErrors][0] ?? []
  const fields = Object.fromEntries([...fieldErrors].slice(0, maxFieldErrors))
  const label = findLabel(book, key)
  const message = key === '' || reason.startsWith(`${label}:`) ? reason : `${label}: ${reason}`
  if (key === '') return createRefusal('invalid_request', { message: '보낸 내용의 형식이 올바르지 않습니다.' })
  return createRefusal('invalid_request', { message, fields })
}

function findLabel(book: WritableBook, key: string): string {
  if (key === 'id') return '번호'
  return book.fields.find((field: Field) => field.key === key)?.label ?? key
}

/**
 * The response of a successful write. `changeSeq` is absent when nothing had to change and the log
 * has no change of the record.
 */
export function buildApplied(row: {
  status?: 200 | 201
  version: number
  changeSeq: string | undefined
  body: Record<string, unknown>
}): WriteResponse {
  return {
    status: row.status ?? 200,
    headers: { etag: `"${row.version}"`, 'change-seq': row.changeSeq ?? startOfLog },
    body: row.body,
  }
}

export function createRefusal(code: ProblemCode, more: Partial<Omit<Problem, 'code'>> = {}): WriteResponse {
  return { status: problemStatus[code], headers: {}, body: problem(code, more) }
}
