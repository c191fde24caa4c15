import { type RawBuilder, sql } from 'kysely'
import type { WritableBook } from '#server/writes/writable-book.ts'

/** The person, as far as it decides which rows they may see. */
export interface Reader {
  readonly id: string
  readonly isStaff: boolean
  readonly isSuperuser: boolean
}

/** The owner field if this person sees only their own rows; undefined when they see all rows. */
export function getOwnerKey({ owned }: WritableBook, reader: Reader): string | undefined {
  return owned && !owned.seesAll(reader) ? owned.key : undefined
}

/** A condition over `alias` for the rows this person may see. */
export function buildVisibleCondition(book: WritableBook, reader: Reader, alias: string): RawBuilder<boolean> {
  const key = getOwnerKey(book, reader)
  return key === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(`${alias}.${key}`)} = ${reader.id}::uuid`
}

export function canSee(book: WritableBook, reader: Reader, row: Readonly<Record<string, unknown>>): boolean {
  const key = getOwnerKey(book, reader)
  return key === undefined || row[key] === reader.id
}

/**
 * The epoch as shown to this person. A role change changes it, so devices copy everything again as
 * after a restore (their outbox stays): a new superuser gets the rows missing from their changes,
 * and a former one keeps no rows of others.
 */
export function buildReaderEpoch(epoch: string, books: readonly WritableBook[], reader: Reader): string {
  return books.some((book) => getOwnerKey(book, reader) !== undefined) ? `${epoch} own` : epoch
}
