import type { RawBuilder, Transaction } from 'kysely'
import { type CollectionName, bookOf, pointersAt, referencesOf } from '#contract/books/collections.ts'
import type { AnyRecord, Book, RecordDescription } from '#contract/books/field.ts'
import type { FieldConflict, Problem } from '#contract/problem.ts'
import type { BookRules } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import { searchedByStoredWords, tableOf, type Tables } from '../schema/tables/tables.ts'
import { searchText } from '#domain/text/search-text.ts'
import { gramsOf } from './lists/search-grams.ts'

/**
 * What a business says about its records so that `server/sync` can write and serve them. It stands in db/ because business folders may not import
 * server/sync, nor sync a business: `app.ts` hands the descriptions to one and the pipeline to the other.
 */
export interface WritableCollection extends Described, Own {
  readonly name: CollectionName
}

/** What follows from the book's description and rules. */
interface Described {
  readonly description: Book
  readonly rules: BookRules
  readonly table: keyof Tables & string
  /** Per reference field: the table pointed at. A missing target refuses the write with a message at the field. */
  readonly references: Readonly<Record<string, keyof Tables & string>>
  /** What may point at a record of this collection; while something does, it is not deleted. `label` names it to the user. */
  readonly pointedAtBy: readonly { table: keyof Tables & string; column: string; label: string }[]
}

/** What only the server knows of a book. */
interface Own {
  /** May this person have a copy of the whole collection on a device? */
  mayRead(user: { isStaff: boolean; isSuperuser: boolean }): boolean
  /**
   * Absent: whoever may read the collection sees every row. Else a row is the person's whose id stands in `key`, and nobody learns of it but they and
   * who `seesAll`: no copy, change, delete, checksum, history or answer to a write tells of it. HAZARD: the owner of a row never changes, or devices that
   * hold it would keep it; so `key` is no editable field.
   */
  readonly owned?: {
    readonly key: string
    seesAll(user: { isStaff: boolean; isSuperuser: boolean }): boolean
  }
  /**
   * Keys of the answered row that are no fields of it (the joined `group`), each as SQL over the row's alias. A plain client sends them back in PUT; they are
   * ignored.
   */
  readonly joins: Readonly<Record<string, (alias: string) => RawBuilder<unknown>>>
  /**
   * What is wrong between the references of a record, each of which exists: asked with every create, and with an update that changes a reference.
   * `before` is null for a create. HAZARD: whatever it decides by must be locked, or somebody else's write may undo it at the same moment.
   */
  referenceConflict?(
    trx: Transaction<Tables>,
    write: { before: AnyRecord | null; after: Readonly<Record<string, unknown>> },
  ): Promise<{ field: string; message: string } | undefined>
  /**
   * Rules that depend on who writes and on the state a record is in: asked with every write of one record that the reader may see, its row locked. Records
   * with such rules are written one by one only.
   */
  judge?(trx: Transaction<Tables>, write: JudgedWrite): Promise<Judgement>
  /**
   * What else a change of one of its records writes, in the same transaction: what is thrown there takes the change back with it. Only books with a `judge` have it, so that
   * no short way passes it by.
   */
  alongside?(
    trx: Transaction<Tables>,
    write: { before: AnyRecord; after: AnyRecord; writer: Writer },
    within: WriteWithin,
  ): Promise<void>
  /** Columns the server computes from what is `searched` of the record, with every write that changes some of it (search text). */
  derive(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string | readonly number[]>>
}

/** A book as the server writes and serves it: description and rules, and what a business adds to them. */
export function writableCollection(name: CollectionName, own: Partial<Own> = {}): WritableCollection {
  const description = bookOf(name)
  const hasStoredWords = searchedByStoredWords.some((searched) => searched === name)
  return {
    name,
    description,
    rules: bookRules[name],
    table: tableOf[name],
    references: Object.fromEntries(referencesOf(name).map(({ key, to }) => [key, tableOf[to]])),
    pointedAtBy: pointersAt(name).map(({ from, key }) => ({
      table: tableOf[from],
      column: key,
      label: bookOf(from).label,
    })),
    mayRead: ({ isStaff, isSuperuser }) => isStaff || isSuperuser,
    joins: {},
    derive: (fields) => (hasStoredWords ? deriveSearch(description, fields) : {}),
    ...own,
  }
}

export interface JudgedWrite {
  readonly id: string
  readonly writer: Writer
  /** Null for a create. */
  readonly before: AnyRecord | null
  /** The fields after the write; null for a delete. */
  readonly after: Readonly<Record<string, unknown>> | null
  /** Fields changed since the version the writer saw: no conflict with what is written, but unseen. */
  readonly unseen: ReadonlySet<string>
}

/** `set`: what the server itself writes along with it, whatever the body says. */
export type Judgement =
  | {
      readonly refusal: {
        readonly message: string
        readonly field?: string
        readonly code?: 'refused' | 'not_permitted'
      }
    }
  | { readonly set: Readonly<Record<string, unknown>> }

/** Who writes. `address` is the network address the request came from. */
export interface Writer {
  readonly userId: string
  readonly userName: string
  readonly address: string | null
  /** Absent: no. */
  readonly isSuperuser?: boolean
}

export interface WriteRequest {
  readonly kind: 'create' | 'update' | 'delete'
  /** As it came over the wire; the pipeline validates it. */
  readonly body: unknown
  /** Fields that no body may set, set by the server itself (the path of a picture that came with the body). */
  readonly stored?: Readonly<Record<string, string | null>>
  readonly writer: Writer
  /** Idempotency-Key; without it the write is a plain call and nothing is remembered. */
  readonly opId?: string
  /** If-Match; without it the last write wins. */
  readonly baseVersion?: number
  /** Set for one of many writes that came together: they leave connections to everybody else, and usual edits among them are answered with id and version only. */
  readonly batch?: BatchContext
}

export interface BatchContext {
  /** Asked when a write's turn comes; false: nobody waits for its answer any more, and it is refused as `unavailable`, undone. */
  mayBegin(): boolean
}

/** What goes back over the wire: the body is a row or a `Problem`. */
export interface WriteAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Record<string, unknown> | Problem
}

export interface BulkCreate {
  readonly writer: Writer
  readonly opId?: string
  /** Names the act in the change log, so that it can be undone as one. */
  readonly actId: string
  /** Validated fields of every new record; ids are made by the caller. */
  readonly records: readonly { id: string; fields: Readonly<Record<string, unknown>> }[]
  /** New records of other books that these point at, made before them in the same act; never made without them. */
  readonly along?: readonly { readonly collection: WritableCollection; readonly records: BulkCreate['records'] }[]
  /** Records that are there already, each with what it is to hold, changed in the same act. */
  readonly updates?: readonly RecordUpdate[]
  /** What was sent, where the records do not say it: the same sheet sent again comes to other records once they are written. */
  readonly sent?: string
}

/** What somebody who saw a version of a record made of it. */
export interface RecordUpdate {
  readonly id: string
  readonly baseVersion: number
  /** Validated; only what they changed. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** How a record stands for somebody who saw an earlier version of it. */
export interface Standing {
  readonly current: AnyRecord
  /** As they saw it; as it is now where nobody knows any more. */
  readonly base: AnyRecord
  /** What would be written of their changes, with what follows from it; `conflicts` are left out of it. */
  merge(fields: RecordUpdate['fields']): {
    readonly changes: Readonly<Record<string, unknown>>
    readonly conflicts: readonly FieldConflict[]
  }
}

export interface BulkUpdate {
  readonly writer: Writer
  readonly opId?: string
  /** Names the act in the change log, so that it can be undone as one. */
  readonly actId: string
  readonly ids: readonly string[]
  /** Validated fields that every one of the records is to have. */
  readonly changes: Readonly<Record<string, unknown>>
}

/**
 * One write of the server's own inside a transaction of its caller, with its change and audit row; answers the row as it is answered to devices. Throws `Refusal` where the
 * pipeline refuses. HAZARD: the caller lets its transaction fail then, or half of what it wrote stays.
 */
export type WriteWithin = (
  trx: Transaction<Tables>,
  collection: WritableCollection,
  request: Omit<WriteRequest, 'opId' | 'batch'>,
) => Promise<Record<string, unknown>>

export interface WritePipeline {
  readonly within: WriteWithin
  /**
   * Several writes as one, each of them `within` the transaction: all are kept or none is, and the same opId does it once. A `Refusal` that is thrown takes everything back and is
   * the answer. `sent` says what was asked for, without numbers of persons.
   */
  together(
    request: { readonly writer: Writer; readonly opId?: string; readonly sent: unknown },
    effect: (trx: Transaction<Tables>) => Promise<WriteAnswer>,
  ): Promise<WriteAnswer>
  /** One record, exactly once per opId: op row, effect, change row and audit row in one transaction. */
  write(collection: WritableCollection, request: WriteRequest): Promise<WriteAnswer>
  /**
   * All or none of many new records, as one act, and changes of others with it. The body is `{ imported, act_id }` or a `Problem`. Of the changes those are left
   * out that somebody else's overlaps with by then.
   */
  createMany(collection: WritableCollection, request: BulkCreate): Promise<WriteAnswer>
  /** Whether this very request was answered before: then that answer. */
  answeredBefore(
    collection: WritableCollection,
    request: Pick<BulkCreate, 'opId' | 'actId' | 'writer' | 'sent'>,
  ): Promise<WriteAnswer | undefined>
  /** How records stand for who saw these versions of them, by id; those that are not there are missing. Nothing is locked. */
  standing(
    collection: WritableCollection,
    seen: readonly Pick<RecordUpdate, 'id' | 'baseVersion'>[],
  ): Promise<ReadonlyMap<string, Standing>>
  /** The same change to many records, as one act; ids that are gone are passed over. The body is `{ updated, act_id }` or a `Problem`. */
  updateMany(collection: WritableCollection, request: BulkUpdate): Promise<WriteAnswer>
}

/** The columns that make a record on the wire, in order. */
export function recordColumns(collection: WritableCollection): string[] {
  return ['id', 'version', ...collection.description.fields.map((field) => field.key), 'inserted_at', 'updated_at']
}

/** The columns `search_text` and `search_grams` of a record, from the fields that its description calls searched. */
function deriveSearch(
  { fields }: RecordDescription,
  record: Readonly<Record<string, unknown>>,
): { search_text: string; search_grams: number[] } {
  const values = fields.filter(({ searched }) => searched).map(({ key }) => record[key])
  const text = searchText(values.map((value) => (typeof value === 'string' ? value : null)))
  return { search_text: text, search_grams: gramsOf(text) }
}
