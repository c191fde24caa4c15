import { listedReferencesOf, referencesOf, type CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { Joined } from '#domain/books/book-rules.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column, ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import type { CompleteLists } from '../copy/use-complete-lists.ts'
import type { RecordBook } from '../record-book.ts'

/**
 * Columns of a book with an entry row: required ones are visible until hidden, and references offer
 * the current contents of `lists`.
 */
export function bookColumns(
  { collection, description }: RecordBook,
  lists: () => Partial<CompleteLists>,
  overrides: Readonly<Record<string, ColumnOverride | null>> = {},
): readonly Column[] {
  const references = new Map(listedReferencesOf(collection).map((reference) => [reference.key, reference]))
  return allColumnsOf(description, overrides).map((column) => {
    const reference = references.get(column.key)
    const options = () =>
      (reference ? (lists()[reference.to] ?? []) : []).map((record) => ({
        value: record.id,
        label: String(record[reference?.name ?? ''] ?? ''),
      }))
    const isNeeded = column.field.required === true && column.isEditable
    const isSearched = column.field.kind === 'reference' && !reference
    return {
      ...(isNeeded && { isHidden: false }),
      ...(reference && { options }),
      ...column,
      ...(isSearched && { isEditable: false }),
    }
  })
}

/** Referenced records of a record, as its rows have them joined. */
export function joinedIn(
  collection: CollectionName,
  record: Readonly<Record<string, FieldValue>>,
  lists: Partial<CompleteLists>,
): Joined {
  const joined = referencesOf(collection).map(({ key, to }) => [key, lists[to]?.find(({ id }) => id === record[key])])
  return Object.fromEntries(joined)
}
