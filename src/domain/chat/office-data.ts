import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { GroupedRecords, Grouping } from '#contract/records/grouping.ts'
import type { Query } from '#contract/records/query.ts'

/**
 * What the tools of the chat look things up in. The server answers from the database with the rights of whoever asks, a device from its offline copy; both find the same
 * records for the same query. Nothing here writes.
 */
export interface OfficeData {
  /** The day of the office, `YYYY-MM-DD`. */
  readonly today: string
  /** Who asks, as records name people. */
  readonly reader: { readonly name: string; readonly isSuperuser: boolean }
  /** Collections this reader may read. */
  readonly collections: ReadonlySet<CollectionName>
  /** Whether the book holds records whose processing is stopped 처리정지: nothing below finds, counts or adds them. */
  leavesOut(collection: CollectionName): Promise<boolean>
  /** The first `limit` records in the query's order, how many there are, and what the fields `sums` come to over all of them. */
  find(
    collection: CollectionName,
    query: Query,
    asked: { readonly limit: number; readonly sums: readonly string[] },
  ): Promise<FoundRecords>
  /** One record by its id; null: there is none that this reader may see. */
  record(collection: CollectionName, id: string): Promise<FoundRecord | null>
  /** Number and sums of the fields `sums` over all that the query finds, a line for each value of `by`; without it no groups. */
  sum(
    collection: CollectionName,
    query: Query,
    asked: { readonly sums: readonly string[]; readonly by: Grouping | null },
  ): Promise<GroupedRecords>
  /** The different values of a text field, perhaps as they were half a minute ago: by them a question's words are known. */
  words(collection: CollectionName, field: string): Promise<readonly string[]>
  /** The asker's own leave of this year; null where nobody can say (a device that was never told). */
  leaveLeft(): Promise<LeaveLeft | null>
}

export interface FoundRecords {
  readonly rows: readonly FoundRecord[]
  /** Exact. */
  readonly count: number
  /** In the order in which they were asked for. */
  readonly sums: readonly number[]
}

export interface FoundRecord {
  readonly record: AnyRecord
  /** What a reference field's target is called, by field key. */
  readonly names: Readonly<Record<string, string>>
}

/** Days. */
export interface LeaveLeft {
  readonly granted: number
  readonly used: number
  readonly left: number
}
