import type { FieldValue } from '#contract/records/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { Edit } from '#mirror/offline-copy.ts'
import { withFollowing, type RecordBook } from './record-book.ts'
import { updateOfRecord } from './update-of-record.ts'

/** An edit to be taken down, or the Korean reason why it cannot be; `fields` names what is wrong where. */
export type EditOrRefusal = { edit: Edit } | { refusal: string; fields: Readonly<Record<string, string>> }

/**
 * A change of one record (inline edit or a detail form). What follows a changed field comes along (spec 2 §9). Refuses a record that lacks what its book asks
 * of it (spec 2 §5).
 */
export function recordUpdate(book: RecordBook, row: SourceRow, changes: Record<string, FieldValue>): EditOrRefusal {
  const refused = refusalIn(book.refusalOf({ ...row.record, ...changes }, 'update'))
  if (refused) return refused
  const values = withFollowing(book, changes)
  const caption = book.captionOf(row.record, row.joined)
  return { edit: updateOfRecord({ collection: book.collection, record: row.record, values, caption }) }
}

/** A new record. Refuses one that lacks what its book asks of it (spec 2 §5). */
export function recordCreate(book: RecordBook, id: string, fields: Record<string, FieldValue>): EditOrRefusal {
  const refused = refusalIn(book.refusalOf(fields, 'create'))
  if (refused) return refused
  return { edit: { kind: 'create', collection: book.collection, id, fields: withFollowing(book, fields) } }
}

export function recordDelete(book: RecordBook, row: SourceRow): Edit {
  return {
    kind: 'delete',
    collection: book.collection,
    id: row.id,
    baseVersion: row.record.version,
    caption: book.captionOf(row.record, row.joined),
  }
}

function refusalIn(fields: Readonly<Record<string, string>>): EditOrRefusal | null {
  const [first] = Object.values(fields)
  return first === undefined ? null : { refusal: first, fields }
}
