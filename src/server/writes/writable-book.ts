import type { RawBuilder, Transaction } from 'kysely'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { AnyRecord, Book, RecordDescription } from '#contract/books/field.ts'
import { listIncomingReferences, listReferences } from '#contract/books/references.ts'
import type { BookRules } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import { buildSearchText } from '#domain/text/search-text.ts'
import { listGrams } from '#server/db/lists/search-grams.ts'
import { collectionsWithSearchText, tableByCollection, type Tables } from '#server/schema/tables/tables.ts'
import type { CheckedWrite, WriteDecision, Writer, WriteRequest } from './write-request.ts'

/**
 * What a business declares about its records so that `server/sync` can write and serve them. Here,
 * because business folders and server/sync may not import each other; `app.ts` passes the books to
 * the pipeline.
 */
export interface WritableBook extends BookWithRules, ServerOptions {
  readonly name: CollectionName
}

/** Derived from the book and its rules. */
interface BookWithRules extends Book {
  readonly rules: BookRules
  readonly table: keyof Tables & string
  /**
   * Per reference field: the referenced table. A missing target refuses the write with a message at
   * the field.
   */
  readonly references: Readonly<Record<string, keyof Tables & string>>
  /**
   * Tables that may reference a record of this collection and so prevent its deletion. `label`
   * names them to the user.
   */
  readonly referencedBy: readonly { table: keyof Tables & string; column: string; label: string }[]
}

/** What only the server knows of a book. */
interface ServerOptions {
  /** Whether this person may copy the whole collection to a device. */
  canRead(user: { isStaff: boolean; isSuperuser: boolean }): boolean
  /**
   * Absent: everybody who may read the collection sees every row. Otherwise a row belongs to the
   * person whose id is in `key`, and only they and those who `seesAll` may learn of it, in any
   * copy, change, delete, checksum, history or response. HAZARD: the owner of a row must never
   * change, or devices that hold it would keep it; so `key` must not be editable.
   */
  readonly owned?: {
    readonly key: string
    seesAll(user: { isStaff: boolean; isSuperuser: boolean }): boolean
  }
  /**
   * Keys of the returned row that are not fields of it (the joined `group`), each as SQL over the
   * row's alias. A plain client may send them back in PUT; they are ignored.
   */
  readonly joins: Readonly<Record<string, (alias: string) => RawBuilder<unknown>>>
  /**
   * Checks existing references of a record against each other, with every create and every update
   * that changes a reference. `before` is null for a create. HAZARD: lock everything the decision
   * depends on, or a concurrent write may invalidate it.
   */
  referenceConflict?(
    trx: Transaction<Tables>,
    write: { before: AnyRecord | null; after: Readonly<Record<string, unknown>> },
  ): Promise<{ field: string; message: string } | undefined>
  /**
   * Rules that depend on the writer and the record's state, checked with every write of one visible
   * record, whose row is locked. Records with such rules cannot be written in bulk.
   */
  checkWrite?(trx: Transaction<Tables>, write: CheckedWrite): Promise<WriteDecision>
  /**
   * Further writes caused by a change, in the same transaction; an error rolls back the change.
   * Only for books with a `checkWrite`: the short write paths never take those, and they don't call
   * this.
   */
  afterUpdate?(
    trx: Transaction<Tables>,
    write: { before: AnyRecord; after: AnyRecord; writer: Writer },
    within: WriteWithin,
  ): Promise<void>
  /** Columns the server computes from `searched` fields when one of them changes (search text). */
  derive(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string | readonly number[]>>
}

/**
 * A write by the server itself inside the caller's transaction, with its change and trail row.
 * Returns the row as sent to devices. Throws `HttpProblem` where the pipeline refuses. HAZARD: the
 * caller must then roll back, or half of the writes stay.
 */
export type WriteWithin = (
  trx: Transaction<Tables>,
  book: WritableBook,
  request: Omit<WriteRequest, 'opId' | 'batch'>,
) => Promise<Record<string, unknown>>

/**
 * A book as the server writes and serves it, with its rules and the additions of a business.
 */
export function createWritableBook(name: CollectionName, options: Partial<ServerOptions> = {}): WritableBook {
  const book = getBook(name)
  const hasStoredWords = collectionsWithSearchText.some((searched) => searched === name)
  return {
    ...book,
    name,
    rules: bookRules[name],
    table: tableByCollection[name],
    references: Object.fromEntries(listReferences(name).map(({ key, to }) => [key, tableByCollection[to]])),
    referencedBy: listIncomingReferences(name).map(({ from, key }) => ({
      table: tableByCollection[from],
      column: key,
      label: getBook(from).label,
    })),
    canRead: ({ isStaff, isSuperuser }) => isStaff || isSuperuser,
    joins: {},
    derive: (fields) => (hasStoredWords ? deriveSearch(book, fields) : {}),
    ...options,
  }
}

/**
 * The columns `search_text` and `search_grams`, from the fields the book marks as searched.
 */
function deriveSearch(
  { fields }: RecordDescription,
  record: Readonly<Record<string, unknown>>,
): { search_text: string; search_grams: number[] } {
  const values = fields.filter(({ searched }) => searched).map(({ key }) => record[key])
  const text = buildSearchText(values.map((value) => (typeof value === 'string' ? value : null)))
  return { search_text: text, search_grams: listGrams(text) }
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Whether a write may violate `unique` of its book: it sets the unique value or moves the record to
 * another scope. `before` is null for a create.
 */
export function canViolateUnique(
  { unique }: Pick<WritableBook, 'unique'>,
  { before, changes }: { before: Fields | null; changes: Fields },
): boolean {
  if (!unique) return false
  return before === null || [unique.key, unique.within ?? unique.key].some((key) => key in changes)
}
