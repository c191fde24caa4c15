import { type RawBuilder, type Transaction, sql } from 'kysely'
import { type CollectionName, bookOf, pointersAt, listReferences } from '#contract/books/collections.ts'
import type { AnyRecord, Book, RecordDescription } from '#contract/books/field.ts'
import type { FieldConflict, Problem } from '#contract/problem.ts'
import type { BookRules } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import { searchText } from '#domain/text/search-text.ts'
import { searchedByStoredWords, tableByCollection, type Tables } from '#server/schema/tables/tables.ts'
import { listGrams } from './lists/search-grams.ts'

/**
 * What a business declares about its records so that `server/sync` can write and serve them. It is
 * in db/ because business folders and server/sync may not import each other; `app.ts` passes the
 * descriptions to the pipeline.
 */
export interface WritableCollection extends CollectionDescription, Ownership {
  readonly name: CollectionName
}

/** Derived from the book's description and rules. */
interface CollectionDescription {
  readonly description: Book
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
  readonly pointedAtBy: readonly { table: keyof Tables & string; column: string; label: string }[]
}

/** What only the server knows of a book. */
interface Ownership {
  /** Whether this person may copy the whole collection to a device. */
  mayRead(user: { isStaff: boolean; isSuperuser: boolean }): boolean
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
   * Only for books with a `judge`, so that no short path skips it.
   */
  alongside?(
    trx: Transaction<Tables>,
    write: { before: AnyRecord; after: AnyRecord; writer: Writer },
    within: WriteWithin,
  ): Promise<void>
  /** Columns the server computes from `searched` fields when one of them changes (search text). */
  derive(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string | readonly number[]>>
}

/**
 * A book as the server writes and serves it: description, rules and the additions of a business.
 */
export function writableCollection(name: CollectionName, own: Partial<Ownership> = {}): WritableCollection {
  const description = bookOf(name)
  const hasStoredWords = searchedByStoredWords.some((searched) => searched === name)
  return {
    name,
    description,
    rules: bookRules[name],
    table: tableByCollection[name],
    references: Object.fromEntries(listReferences(name).map(({ key, to }) => [key, tableByCollection[to]])),
    pointedAtBy: pointersAt(name).map(({ from, key }) => ({
      table: tableByCollection[from],
      column: key,
      label: bookOf(from).label,
    })),
    mayRead: ({ isStaff, isSuperuser }) => isStaff || isSuperuser,
    joins: {},
    derive: (fields) => (hasStoredWords ? deriveSearch(description, fields) : {}),
    ...own,
  }
}

export interface CheckedWrite {
  readonly id: string
  readonly writer: Writer
  /** Null for a create. */
  readonly before: AnyRecord | null
  /** The fields after the write; null for a delete. */
  readonly after: Readonly<Record<string, unknown>> | null
  /** Fields changed since the version the writer saw, which do not conflict with this write. */
  readonly unseen: ReadonlySet<string>
}

/** `set`: fields the server writes in addition, overriding the body. */
export type WriteDecision =
  | {
      readonly refusal: {
        readonly message: string
        readonly field?: string
        readonly code?: 'refused' | 'not_permitted'
      }
    }
  | { readonly set: Readonly<Record<string, unknown>> }

/** The writer. `address` is the network address of the request. */
export interface Writer {
  readonly userId: string
  readonly userName: string
  readonly ipAddress: string | null
  /** Absent: no. */
  readonly isSuperuser?: boolean
}

export interface WriteRequest {
  readonly kind: 'create' | 'update' | 'delete'
  /** As received; the pipeline validates it. */
  readonly body: unknown
  /** Fields that a body may not set, set by the server itself (the path of an uploaded picture). */
  readonly stored?: Readonly<Record<string, string | null>>
  readonly writer: Writer
  /** Idempotency-Key; without it the write is a plain call and no response is stored. */
  readonly opId?: string
  /** If-Match; without it the last write wins. */
  readonly baseVersion?: number
  /**
   * Set for writes of one batch: they leave connections for other requests, and ordinary edits
   * among them return id and version only.
   */
  readonly batch?: BatchContext
}

export interface BatchContext {
  /**
   * Checked when a write's turn comes; false: nobody waits for the response any more, so it is
   * refused as `unavailable` and not done.
   */
  canStart(): boolean
}

/** A response as sent; the body is a row or a `Problem`. */
export interface WriteResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Record<string, unknown> | Problem
}

export interface BulkCreate {
  readonly writer: Writer
  readonly opId?: string
  /** Identifies the act in the change log, so that it can be undone as one. */
  readonly actId: string
  /** Validated fields of every new record; the caller chooses the ids. */
  readonly records: readonly { id: string; fields: Readonly<Record<string, unknown>> }[]
  /**
   * New records of other books that these reference, created first in the same act, and only with
   * them.
   */
  readonly along?: readonly { readonly collection: WritableCollection; readonly records: BulkCreate['records'] }[]
  /** Existing records to change in the same act. */
  readonly updates?: readonly RecordUpdate[]
  /**
   * What was sent, if the records do not determine it: importing the same sheet again leads to
   * other records once the first import is written.
   */
  readonly sent?: string
}

/** Changes to a record by somebody who saw an earlier version. */
export interface RecordUpdate {
  readonly id: string
  readonly baseVersion: number
  /** Validated; only what they changed. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** The state of a record for somebody who saw an earlier version. */
export interface RecordState {
  readonly current: AnyRecord
  /** The version they saw, or the current one if the log no longer has it. */
  readonly base: AnyRecord
  /** The changes that would be written, including derived fields but without `conflicts`. */
  merge(fields: RecordUpdate['fields']): {
    readonly changes: Readonly<Record<string, unknown>>
    readonly conflicts: readonly FieldConflict[]
  }
}

export interface BulkUpdate {
  readonly writer: Writer
  readonly opId?: string
  /** Identifies the act in the change log, so that it can be undone as one. */
  readonly actId: string
  readonly ids: readonly string[]
  /** Validated fields to set on every record. */
  readonly changes: Readonly<Record<string, unknown>>
}

/**
 * A write by the server itself inside the caller's transaction, with its change and audit row.
 * Returns the row as sent to devices. Throws `HttpProblem` where the pipeline refuses. HAZARD: the
 * caller must then roll back, or half of the writes stay.
 */
export type WriteWithin = (
  trx: Transaction<Tables>,
  collection: WritableCollection,
  request: Omit<WriteRequest, 'opId' | 'batch'>,
) => Promise<Record<string, unknown>>

export interface WritePipeline {
  readonly within: WriteWithin
  /**
   * Several writes as one, each `within` the transaction: all or none, and once per opId. A thrown
   * `HttpProblem` rolls everything back and becomes the response. `sent` describes the request,
   * without resident or registration numbers.
   */
  together(
    request: { readonly writer: Writer; readonly opId?: string; readonly sent: unknown },
    effect: (trx: Transaction<Tables>) => Promise<WriteResponse>,
  ): Promise<WriteResponse>
  /**
   * Writes one record, exactly once per opId: op row, effect, change row and audit row in one
   * transaction.
   */
  write(collection: WritableCollection, request: WriteRequest): Promise<WriteResponse>
  /**
   * Creates many records, and changes others, as one act: all or none. The body is `{ imported,
   * act_id }` or a `Problem`. Changes that overlap with another person's are left out.
   */
  createMany(collection: WritableCollection, request: BulkCreate): Promise<WriteResponse>
  /** The stored response of this request, if there is one. */
  findEarlierResponse(
    collection: WritableCollection,
    request: Pick<BulkCreate, 'opId' | 'actId' | 'writer' | 'sent'>,
  ): Promise<WriteResponse | undefined>
  /**
   * The state of records for a person who saw these versions, by id; missing records are left out.
   * Locks nothing.
   */
  states(
    collection: WritableCollection,
    versions: readonly Pick<RecordUpdate, 'id' | 'baseVersion'>[],
  ): Promise<ReadonlyMap<string, RecordState>>
  /**
   * The same change to many records as one act; missing ids are skipped. The body is `{ updated,
   * act_id }` or a `Problem`.
   */
  updateMany(collection: WritableCollection, request: BulkUpdate): Promise<WriteResponse>
}

/** The columns of a record as sent, in order. */
function recordColumns(collection: WritableCollection): string[] {
  return ['id', 'version', ...collection.description.fields.map((field) => field.key), 'inserted_at', 'updated_at']
}

/**
 * The columns `search_text` and `search_grams`, from the fields the description marks as searched.
 */
function deriveSearch(
  { fields }: RecordDescription,
  record: Readonly<Record<string, unknown>>,
): { search_text: string; search_grams: number[] } {
  const values = fields.filter(({ searched }) => searched).map(({ key }) => record[key])
  const text = searchText(values.map((value) => (typeof value === 'string' ? value : null)))
  return { search_text: text, search_grams: listGrams(text) }
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Whether a write may violate `unique` of its book: it sets the unique value or moves the record to
 * another scope. `before` is null for a create.
 */
export function mayViolateUnique(
  { description: { unique } }: Pick<WritableCollection, 'description'>,
  { before, changes }: { before: Fields | null; changes: Fields },
): boolean {
  if (!unique) return false
  return before === null || [unique.key, unique.within ?? unique.key].some((key) => key in changes)
}

/**
 * A record as JSON, built by PostgreSQL. Used for every record sent by the server (write responses,
 * lists, first copy, changes), so that it always has the same form. It is much faster than building
 * a hundred thousand rows in JavaScript.
 */
export function recordJson(collection: WritableCollection, alias: string): RawBuilder<AnyRecord> {
  return asJson(listColumnRefs(collection, alias))
}

/** The record with referenced data joined, as plain calls return it. */
export function buildJoinedJson(collection: WritableCollection, alias: string): RawBuilder<AnyRecord> {
  const joined = Object.entries(collection.joins).map(([key, join]) => sql`${join(alias)} as ${sql.ref(key)}`)
  return asJson([...listColumnRefs(collection, alias), ...joined])
}

function listColumnRefs(collection: WritableCollection, alias: string): RawBuilder<unknown>[] {
  return recordColumns(collection).map((column) => sql.ref(`${alias}.${column}`))
}

function asJson(columns: readonly RawBuilder<unknown>[]): RawBuilder<AnyRecord> {
  return sql<AnyRecord>`(select row_to_json(record) from (select ${sql.join(columns)}) record)`
}
