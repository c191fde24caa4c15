import { wholeReferenceOf, type CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { captionOfRow, recordBook } from '../record-book.ts'
import { recordCreate, recordDelete, recordUpdate } from '../record-edits.ts'

/** What a part is to hold, under its id. */
export interface WantedPart {
  readonly id: string
  readonly fields: Readonly<Record<string, FieldValue>>
}

/**
 * The edits that make the parts of a record what is wanted of them: those that are gone are deleted, new ones made, the others changed where they differ. `refusal`: one of them
 * may not stand so.
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
    const made = row
      ? recordUpdate(book, row, { ...fields })
      : recordCreate(book, id, { [wholeKey]: wholeId, ...withoutEmpty(fields) })
    if ('refusal' in made) return { refusal: made.refusal }
    if (made.edit.kind === 'update' && Object.keys(made.edit.changes).length === 0) continue
    const caption = book.rules.captionOf(fields)
    edits.push({ edit: made.edit, record: row?.record ?? null, caption })
  }
  return { edits }
}

function withoutEmpty(fields: Readonly<Record<string, FieldValue>>): Record<string, FieldValue> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
