import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { Edit } from '#mirror/offline-copy.ts'
import { withFollowing, type Violations } from '#domain/books/book-rules.ts'
import { captionOfRow, type RecordBook } from './record-book.ts'
import { updateOfRecord } from './update-of-record.ts'

type ShownRecord = Pick<SourceRow, 'record' | 'joined'>

/** An edit to be taken down, or the Korean reason why it cannot be; `fields` names what is wrong where. */
export type EditOrRefusal = { edit: Edit } | { refusal: string; fields: Readonly<Record<string, string>> }

/**
 * A change of one record (inline edit or a detail form). What follows a changed field comes along (spec 2 §9). Refuses a record that lacks what its book asks
 * of it (spec 2 §5).
 */
export function recordUpdate(book: RecordBook, row: ShownRecord, changes: Record<string, FieldValue>): EditOrRefusal {
  const refused = refusalIn(book.rules.violations?.({ before: row.record, after: { ...row.record, ...changes } }))
  if (refused) return refused
  const values = withFollowing(book.rules, changes)
  const caption = captionOfRow(book, row)
  return { edit: updateOfRecord({ collection: book.collection, record: row.record, values, caption }) }
}

/** A new record. Refuses one that lacks what its book asks of it (spec 2 §5). */
export function recordCreate(book: RecordBook, id: string, fields: Record<string, FieldValue>): EditOrRefusal {
  const refused = refusalIn(book.rules.violations?.({ before: null, after: fields }))
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

function refusalIn(fields: Violations = {}): EditOrRefusal | null {
  const [first] = Object.values(fields)
  return first === undefined ? null : { refusal: first, fields }
}
