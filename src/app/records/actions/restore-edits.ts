import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { pickWritableFields } from '#app/action-history/writable-fields.ts'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { DeletedRecord } from '#contract/sync/deleted-records.ts'
import { buildSearchText, matchesSearch, type Search } from '#domain/text/search-text.ts'
import { getRecordBook, isCreatableByAllStaff } from '../record-book.ts'

/** Creates a deleted record again under its old id, then the parts deleted with it. */
export function buildRestoreEdits(collection: CollectionName, deleted: DeletedRecord): readonly ActionEdit[] {
  return [{ collection, id: deleted.id, fields: deleted.fields }, ...deleted.parts].map((part) => {
    const caption = formatDeletedCaption(part.collection, part.fields)
    const fields = pickWritableFields(part.collection, part.fields)
    const edit = { kind: 'create', collection: part.collection, id: part.id, caption, fields, isRestore: true } as const
    return { edit, record: null, caption }
  })
}

/** The name of a deleted record by its last values; the book's noun when they give none. */
export function formatDeletedCaption(collection: CollectionName, fields: Readonly<Record<string, FieldValue>>): string {
  return getRecordBook(collection).rules.captionOf({ id: '', version: 1, ...fields }, {}) || getBook(collection).noun
}

/** Whether the name of a deleted record, one of its texts or who deleted it contains the query. */
export function matchesDeleted(
  collection: CollectionName,
  { fields, deleted_by }: DeletedRecord,
  query: Search,
): boolean {
  const texts = Object.values(fields).filter((value) => typeof value === 'string')
  return matchesSearch(buildSearchText([formatDeletedCaption(collection, fields), deleted_by, ...texts]), query)
}

/** Books whose records staff add and delete themselves; parts are restored with their record. */
export function isRestorable(collection: CollectionName): boolean {
  return !getBook(collection).isPart && isCreatableByAllStaff(collection)
}
