import { wholeReferenceOf, type CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { captionOfRow, recordBook } from '../record-book.ts'
import { recordCreate, recordDelete, recordUpdate } from '../record-edits.ts'

/** The values a part should have, with its id. */
export interface WantedPart {
  readonly id: string
  readonly fields: Readonly<Record<string, FieldValue>>
}

/**
 * Edits that turn a record's parts into the wanted ones: deletes removed parts, creates new ones,
 * and updates those that differ. `refusal`: one of them is invalid.
 */
export function editsOfParts(
  collection: CollectionName,
  wholeId: string,
  { rows, wanted }: { rows: readonly SourceRow[]; wanted: readonly WantedPart[] },
): { edits: ActionEdit[] } | { refusal: string } {
  const book = recordBook(collection)
  const wholeKey = wholeReferenceOf(collection)?.key ?? ''
  const known = new Map(rows.map((row) => [row.id, row]))
  const edits: ActionEdit[] = rows
    .filter(({ id }) => wanted.every((part) => part.id !== id))
    .map((row) => ({ edit: recordDelete(book, row), record: row.record, caption: captionOfRow(book, row) }))
  for (const { id, fields } of wanted) {
    const row = known.get(id)
    const result = row
      ? recordUpdate(book, row, { ...fields })
      : recordCreate(book, id, { [wholeKey]: wholeId, ...withoutEmpty(fields) })
    if ('refusal' in result) return { refusal: result.refusal }
    if (result.edit.kind === 'update' && Object.keys(result.edit.changes).length === 0) continue
    const caption = book.rules.captionOf(fields)
    edits.push({ edit: result.edit, record: row?.record ?? null, caption })
  }
  return { edits }
}

function withoutEmpty(fields: Readonly<Record<string, FieldValue>>): Record<string, FieldValue> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
