import { sql, type RawBuilder } from 'kysely'
import type { WritableCollection } from './writable-collection.ts'

/** Who asks, as far as it decides which rows there are for them. */
export interface Reader {
  readonly id: string
  readonly isStaff: boolean
  readonly isSuperuser: boolean
}

/** The field that says whose a row is, when this person sees only their own; undefined when they see all rows of the collection. */
export function ownerKey({ owned }: WritableCollection, reader: Reader): string | undefined {
  return owned && !owned.seesAll(reader) ? owned.key : undefined
}

/** The rows of the collection that this person may know of, as a condition over `alias`. */
export function visibleRows(collection: WritableCollection, reader: Reader, alias: string): RawBuilder<boolean> {
  const key = ownerKey(collection, reader)
  return key === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(`${alias}.${key}`)} = ${reader.id}::uuid`
}

export function maySee(
  collection: WritableCollection,
  reader: Reader,
  row: Readonly<Record<string, unknown>>,
): boolean {
  const key = ownerKey(collection, reader)
  return key === undefined || row[key] === reader.id
}

/**
 * Names the data as this person sees it. When a role changes, so does the mark, and devices copy everything anew as they do after a restore (their outbox stays):
 * a new superuser gets the rows that were never in their changes, and one who is none any more keeps no row of others.
 */
export function markOf(epoch: string, collections: readonly WritableCollection[], reader: Reader): string {
  return collections.some((collection) => ownerKey(collection, reader) !== undefined) ? `${epoch} own` : epoch
}
