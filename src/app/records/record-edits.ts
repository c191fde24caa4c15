import type { FieldValue } from '#contract/books/field.ts'
import { formatRequiredError } from '#contract/books/record-schema.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { addDerivedFields, type RecordWrite, type Violations } from '#domain/books/book-rules.ts'
import type { Edit } from '#mirror/offline-copy.ts'
import { getRowCaption, type RecordBook } from './record-book.ts'

type RecordWithJoins = Pick<SourceRow, 'record' | 'joined'>

/** An edit, or the Korean reason why it isn't possible; `fields` has the errors by field. */
type EditOrRefusal = { edit: Edit } | { refusal: string; fields: Readonly<Record<string, string>> }

type FieldChanges = Extract<Edit, { kind: 'update' }>['changes']

/**
 * A change of one record (inline edit or detail form). It contains only the differences, so that a
 * colleague's changes stay, plus the fields that follow a changed one. Refuses a record that
 * violates its book's rules.
 */
export function buildUpdate(book: RecordBook, row: RecordWithJoins, values: Record<string, FieldValue>): EditOrRefusal {
  const { record } = row
  const refusal = findRefusal(book, { before: record, after: { ...record, ...values } })
  if (refusal) return refusal
  const differing = Object.fromEntries(
    Object.entries(addDerivedFields(book.rules, values))
      .map(([key, value]) => [key, { old: record[key] ?? null, new: value }] as const)
      .filter(([, change]) => change.old !== change.new),
  )
  const changes = { ...keepManualValues(book, row, { values, differing }), ...differing }
  const { id, version: baseVersion } = record
  const caption = getRowCaption(book, row)
  return { edit: { kind: 'update', collection: book.collection, id, baseVersion, changes, caption } }
}

/**
 * A following field that the user keeps although its source changes. The edit names it, or the
 * server would derive it again.
 */
function keepManualValues(
  { rules: { follows = [] } }: RecordBook,
  { record }: RecordWithJoins,
  { values, differing }: { values: Record<string, FieldValue>; differing: FieldChanges },
): FieldChanges {
  const manualFollows = follows.filter(({ key, source }) => key in values && source in differing && !(key in differing))
  return Object.fromEntries(
    manualFollows.map(({ key }) => [key, { old: record[key] ?? null, new: values[key] ?? null }]),
  )
}

/** A new record. Refuses one that violates its book's rules. */
export function buildCreate(book: RecordBook, id: string, fields: Record<string, FieldValue>): EditOrRefusal {
  const refusal = findRefusal(book, { before: null, after: fields })
  if (refusal) return refusal
  return { edit: { kind: 'create', collection: book.collection, id, fields: addDerivedFields(book.rules, fields) } }
}

export function buildDelete(book: RecordBook, row: RecordWithJoins): Edit {
  return {
    kind: 'delete',
    collection: book.collection,
    id: row.record.id,
    baseVersion: row.record.version,
    caption: getRowCaption(book, row),
  }
}

function findRefusal(book: RecordBook, write: RecordWrite): EditOrRefusal | null {
  const missing = book.fields.filter(
    ({ key, required, editable }) => required && editable !== false && isEmpty(write.after[key]),
  )
  const fields: Violations = {
    ...Object.fromEntries(
      missing.map((field) => [field.key, formatRequiredError(field, write.before === null ? 'create' : 'update')]),
    ),
    ...book.rules.violations?.(write),
  }
  const [first] = Object.values(fields)
  return first === undefined ? null : { refusal: first, fields }
}

function isEmpty(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '')
}
