import type { AnyRecord } from '#contract/books/field.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { GroupedRecords, Grouping } from '#contract/grouping.ts'
import type { Query } from '#contract/query.ts'

/**
 * What the tools of the chat look things up in. The server answers from the database with the rights of whoever asks, a device from its offline copy; both find the same
 * records for the same query. Nothing here writes.
 */
export interface OfficeData {
  /** The day of the office, `YYYY-MM-DD`. */
  readonly today: string
  /** Collections this reader may read. */
  readonly collections: ReadonlySet<CollectionName>
  /** The first `limit` records in the query's order, and how many there are. */
  find(collection: CollectionName, query: Query, limit: number): Promise<FoundRecords>
  /** Number and sums of `fields` over all that the query finds; with `by` a line for each of its values too. */
  sum(
    collection: CollectionName,
    query: Query,
    sums: { fields: readonly string[]; by?: Grouping },
  ): Promise<GroupedRecords>
  /** What is left of the asker's own leave; null where nobody can say (a device without a network). */
  leaveLeft(): Promise<LeaveLeft | null>
}

export interface FoundRecords {
  readonly rows: readonly FoundRecord[]
  readonly count: number
}

export interface FoundRecord {
  readonly record: AnyRecord
  /** The record a reference field points at, by field key. */
  readonly joined: Readonly<Record<string, AnyRecord | undefined>>
}

/** Days. */
export interface LeaveLeft {
  readonly granted: number
  readonly used: number
  readonly left: number
}
