import type { AnyRecord } from '#contract/books/field.ts'
import type { WritableCollection } from '../db/writable-collection.ts'

/** The derived columns that an edit changes. None for most: edits of sums and dates leave what the database searches by as it is. */
export function derivedColumns(
  { description, derive }: WritableCollection,
  { changes, after }: { changes: Readonly<Record<string, unknown>>; after: AnyRecord },
): ReturnType<WritableCollection['derive']> {
  return description.fields.some(({ key, searched }) => searched && key in changes) ? derive(after) : {}
}
