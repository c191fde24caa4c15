import { z } from 'zod'
import type { ServerFailure } from '#contract/admin/server-failure.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { Query } from './query.ts'

/**
 * Interface between the source of rows (mirror worker, paged REST, an array) and the code that
 * renders them. It is in contract because neither side may import the other.
 */
export interface RowSource {
  /** Returns the same object until something in it changes, as useSyncExternalStore requires. */
  getState(): RowSourceState
  /** Called when the state or the order of rows changed. */
  subscribe(listener: () => void): () => void
  /**
   * Undefined while the row is not loaded; load it with ensureRange. Returns the same object until
   * that row changes.
   */
  rowAt(index: number): SourceRow | undefined
  rowById(id: string): SourceRow | undefined
  /** -1 if the row is not in the current result. */
  indexOf(id: string): number
  /** Called when the row at that id changed, was loaded or left the result. */
  subscribeRow(id: string, listener: () => void): () => void
  /**
   * Loads rows first…last (inclusive). A newer call supersedes an older one that is still pending.
   */
  ensureRange(first: number, last: number): void
  /** Sets a new query; the old rows stay readable until the new result arrives. */
  setQuery(query: Query): void
  /** Runs the same query again: rows that no longer match leave, new ones come in. */
  refresh(): void
  /**
   * Counts the values of a field (a query path) under the current query without that field's own
   * filters, for the choices of a filter. Most frequent first, then by label, at most `limit`; ties
   * at the limit are cut arbitrarily. Absent if a source cannot count.
   */
  countValues?(field: string, limit: number): Promise<readonly ValueCount[]>
  close(): void
}

export interface ValueCount {
  /** Null for every kind of empty. */
  readonly value: FieldValue
  /** Name of the referenced record, else the value as text; '' if empty. */
  readonly label: string
  readonly count: number
}

/** Why a device cannot store what the server sends: no room, or its storage reports errors. */
export type StoreFailure = 'full' | 'failing'

export interface RowSourceState {
  /** `never_fetched`: the device has no copy yet and cannot get one now. */
  readonly status: 'loading' | 'ready' | 'error' | 'never_fetched'
  readonly total: number
  /** The count is a lower bound; counting stopped there. */
  readonly isAtLeast?: true
  /**
   * False while only a first page is available, stored or from the server, and the rest is loading.
   */
  readonly isComplete: boolean
  /**
   * Number of rows that now match but are not in the result, because rows never move under the
   * cursor; refresh() adds them.
   */
  readonly arrived: number
  /** Raised with every new result, so that a view can reset its scroll position. */
  readonly generation: number
  /** Progress of the first copy of these records; `total` is 0 until their turn comes. */
  readonly copying?: { readonly received: number; readonly total: number }
  /**
   * Why it cannot, if status is `never_fetched`; absent if no request was sent or the reason is
   * unknown.
   */
  readonly trouble?: ServerFailure
  /** Set if status is `never_fetched` because this device cannot store the copy. */
  readonly storeFailure?: StoreFailure
  /** Korean, if status is `error`. */
  readonly message?: string
}

/**
 * One row as the user should see it: the confirmed values with the user's own unsent changes on
 * top.
 */
export interface SourceRow {
  readonly id: string
  readonly record: AnyRecord
  /** The record a reference field points at, by field key (`group_id` → the group). */
  readonly joined: Readonly<Record<string, AnyRecord | undefined>>
  /** By field: unsent, refused or conflicting changes. */
  readonly marks: Readonly<Record<string, CellMark>>
  readonly state: RowState
  /**
   * With `deleted`: somebody else deleted the record, and local edits of it wait for a decision
   * (outbox screen).
   */
  readonly isGone?: true
  /**
   * Its processing is stopped 처리정지: lists mark it, and opening it asks for a reason. `locked`: the
   * current user may not write it either.
   */
  readonly stopped?: 'locked' | 'writable'
  /**
   * An edited row keeps its position although it no longer matches the query or its sort order
   * changed.
   */
  readonly isOutside: boolean
}

/**
 * `new`: created here and not confirmed yet; `deleted`: its delete is pending or was refused, or it
 * is gone (`isGone`).
 */
export type RowState = 'plain' | 'new' | 'deleted'

export interface CellMark {
  readonly state: 'queued' | 'sending' | 'held' | 'refused' | 'conflict'
  /** Last value the server confirmed for this field. */
  readonly confirmed: FieldValue
  /** Korean reason of a refusal. */
  readonly message?: string
  /** `conflict` only: the other person's value, who and when. */
  readonly theirs?: FieldValue
  readonly changedBy?: string
  readonly changedAt?: string
  /**
   * `conflict` only: this field and those decided with it (보수료 and 부가세), in order, with the other
   * person's values. Absent if the field is decided alone.
   */
  readonly together?: readonly { readonly key: string; readonly label: string; readonly theirs: FieldValue }[]
  /** The outbox entry behind the mark. */
  readonly opId: string
}

/** What a list is grouped by: a field (a query path), or the month or year of a date or instant. */
export const groupingSchema = z.object({ field: z.string(), part: z.enum(['month', 'year']).optional() })
export type Grouping = z.infer<typeof groupingSchema>

/** Order of groups: by name, by number of records, or by one of the sums (its key). */
export interface GroupOrder {
  readonly by: 'name' | 'count' | { readonly sumOf: string }
  readonly direction: 'asc' | 'desc'
}

/** One line of a grouped list. */
export interface RecordGroup {
  /** Null for every kind of empty; for a date `2026-11` or `2026`. */
  readonly value: FieldValue
  /** Name of the referenced record, else the value as text; '' if empty. */
  readonly label: string
  readonly count: number
  /** In the order requested. */
  readonly sums: readonly number[]
}

export interface GroupedRecords {
  readonly groups: readonly RecordGroup[]
  readonly count: number
  readonly sums: readonly number[]
}
