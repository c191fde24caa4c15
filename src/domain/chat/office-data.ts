import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { GroupedRecords, Grouping } from '#contract/records/grouping.ts'
import type { Query } from '#contract/records/query.ts'

/**
 * The data the chat's tools read. The server answers from the database with the asker's rights, a
 * device from its offline copy; both find the same records for the same query. Nothing here writes.
 */
export interface OfficeData {
  /** The day of the office, `YYYY-MM-DD`. */
  readonly today: string
  /** The asker, by the name used in records. */
  readonly reader: { readonly name: string; readonly isSuperuser: boolean }
  /** Collections this reader may read. */
  readonly collections: ReadonlySet<CollectionName>
  /**
   * Whether the book has records whose processing is stopped 처리정지; the methods below ignore those.
   */
  leavesOut(collection: CollectionName): Promise<boolean>
  /**
   * The first `limit` records in the query's order, the number of all, and the sums of the fields
   * `sums` over all.
   */
  find(
    collection: CollectionName,
    query: Query,
    options: { readonly limit: number; readonly sums: readonly string[] },
  ): Promise<FoundRecords>
  /** One record by id; null when there is none this reader may see. */
  record(collection: CollectionName, id: string): Promise<FoundRecord | null>
  /**
   * Count and sums of the fields `sums` over all results, with one group per value of `by`; no
   * groups without it.
   */
  sum(
    collection: CollectionName,
    query: Query,
    options: { readonly sums: readonly string[]; readonly by: Grouping | null },
  ): Promise<GroupedRecords>
  /**
   * The distinct values of a text field, possibly half a minute old; used to recognise words of a
   * question.
   */
  words(collection: CollectionName, field: string): Promise<readonly string[]>
  /** The asker's own leave of this year; null when unknown (on a device that never received it). */
  leaveLeft(): Promise<LeaveLeft | null>
}

export interface FoundRecords {
  readonly rows: readonly FoundRecord[]
  /** Exact number of all results. */
  readonly count: number
  /** In the order of the request. */
  readonly sums: readonly number[]
}

export interface FoundRecord {
  readonly record: AnyRecord
  /** The names of referenced records, by field key. */
  readonly names: Readonly<Record<string, string>>
}

/** In days. */
export interface LeaveLeft {
  readonly granted: number
  readonly used: number
  readonly left: number
}
