import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { Edit } from '#mirror/offline-copy.ts'
import { withFollowing, type RecordWrite, type Violations } from '#domain/books/book-rules.ts'
import { captionOfRow, type RecordBook } from './record-book.ts'
import { updateOfRecord, type UpdateEdit } from './update-of-record.ts'

type ShownRecord = Pick<SourceRow, 'record' | 'joined'>

/** An edit to be taken down, or the Korean reason why it cannot be; `fields` names what is wrong where. */
export type EditOrRefusal = { edit: Edit } | { refusal: string; fields: Readonly<Record<string, string>> }

/**
 * A change of one record (inline edit or a detail form). What follows a changed field comes along (spec 2 §9). Refuses a record that lacks what its book asks
 * of it (spec 2 §5).
 */
export function recordUpdate(book: RecordBook, row: ShownRecord, changes: Record<string, FieldValue>): EditOrRefusal {
  const refused = refusalIn(book, { before: row.record, after: { ...row.record, ...changes } })
  if (refused) return refused
  const values = withFollowing(book.rules, changes)
  const edit = updateOfRecord({
    collection: book.collection,
    record: row.record,
    values,
    caption: captionOfRow(book, row),
  })
  return { edit: { ...edit, changes: { ...keptByHand(book, row, { changes, edit }), ...edit.changes } } }
}

/** A following field that a person leaves as it is although what it follows changes: the edit names it, or the server would derive it anew. */
function keptByHand(
  { rules: { follows = [] } }: RecordBook,
  { record }: ShownRecord,
  { changes, edit }: { changes: Record<string, FieldValue>; edit: UpdateEdit },
): UpdateEdit['changes'] {
  const kept = follows.filter(({ key, of }) => key in changes && of in edit.changes && !(key in edit.changes))
  return Object.fromEntries(kept.map(({ key }) => [key, { old: record[key] ?? null, new: changes[key] ?? null }]))
}

/** A new record. Refuses one that lacks what its book asks of it (spec 2 §5). */
export function recordCreate(book: RecordBook, id: string, fields: Record<string, FieldValue>): EditOrRefusal {
  const refused = refusalIn(book, { before: null, after: fields })
  if (refused) return refused
  return { edit: { kind: 'create', collection: book.collection, id, fields: withFollowing(book.rules, fields) } }
}

export function recordDelete(book: RecordBook, row: ShownRecord): Edit {
  return {
    kind: 'delete',
    collection: book.collection,
    id: row.record.id,
    baseVersion: row.record.version,
    caption: captionOfRow(book, row),
  }
}

function refusalIn({ description, rules }: RecordBook, write: RecordWrite): EditOrRefusal | null {
  const missing = description.fields.filter(
    ({ key, required, editable }) => required && editable !== false && isEmpty(write.after[key]),
  )
  const fields: Violations = {
    ...Object.fromEntries(missing.map(({ key, label }) => [key, `${label}: 필수 항목입니다.`])),
    ...rules.violations?.(write),
  }
  const [first] = Object.values(fields)
  return first === undefined ? null : { refusal: first, fields }
}

function isEmpty(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '')
}
