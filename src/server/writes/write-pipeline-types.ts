import type { Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import type { FieldConflict } from '#contract/problem.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { WritableBook, WriteWithin } from './writable-book.ts'
import type { Writer, WriteRequest, WriteResponse } from './write-request.ts'

export interface BulkCreate {
  readonly writer: Writer
  readonly opId?: string
  /** Identifies the action in the change log, so that it can be undone as one. */
  readonly actionId: string
  /** Validated fields of every new record; the caller chooses the ids. */
  readonly records: readonly { id: string; fields: Readonly<Record<string, unknown>> }[]
  /**
   * New records of other books that these reference, created first in the same action, and only
   * with them.
   */
  readonly referencedRecords?: readonly {
    readonly book: WritableBook
    readonly records: BulkCreate['records']
  }[]
  /** Existing records to change in the same action. */
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
  /** Identifies the action in the change log, so that it can be undone as one. */
  readonly actionId: string
  readonly ids: readonly string[]
  /** Validated fields to set on every record. */
  readonly changes: Readonly<Record<string, unknown>>
}

export interface WritePipeline {
  readonly within: WriteWithin
  /**
   * Several writes as one, each `within` the transaction: all or none, and once per opId. A thrown
   * `HttpProblem` rolls everything back and becomes the response. `sent` describes the request,
   * without resident or registration numbers.
   */
  writeTogether(
    request: { readonly writer: Writer; readonly opId?: string; readonly sent: unknown },
    effect: (trx: Transaction<Tables>) => Promise<WriteResponse>,
  ): Promise<WriteResponse>
  /**
   * Writes one record, exactly once per opId: op row, effect, change row and trail row in one
   * transaction.
   */
  write(book: WritableBook, request: WriteRequest): Promise<WriteResponse>
  /**
   * Creates many records, and changes others, as one action: all or none. The body is `{ imported,
   * act_id }` or a `Problem`. Changes that overlap with another person's are left out.
   */
  createMany(book: WritableBook, request: BulkCreate): Promise<WriteResponse>
  /** The stored response of this request, if there is one. */
  findEarlierResponse(
    book: WritableBook,
    request: Pick<BulkCreate, 'opId' | 'actionId' | 'writer' | 'sent'>,
  ): Promise<WriteResponse | undefined>
  /**
   * The state of records for a person who saw these versions, by id; missing records are left out.
   * Locks nothing.
   */
  readStates(
    book: WritableBook,
    versions: readonly Pick<RecordUpdate, 'id' | 'baseVersion'>[],
  ): Promise<ReadonlyMap<string, RecordState>>
  /**
   * The same change to many records as one action; missing ids are skipped. The body is `{ updated,
   * act_id }` or a `Problem`.
   */
  updateMany(book: WritableBook, request: BulkUpdate): Promise<WriteResponse>
}
