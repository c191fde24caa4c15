import type { Query } from './query.ts'
import type { ServerTrouble } from './server-trouble.ts'
import type { AnyRecord, FieldValue } from './books/field.ts'

/**
 * The seam between where rows come from (mirror worker, paged REST, an array) and what draws them. It stands in contract because neither side may
 * import the other.
 */
export interface RowSource {
  /** The same object until something in it changes (fit for useSyncExternalStore). */
  getState(): RowSourceState
  /** Called when the state or the order of rows changed. */
  subscribe(listener: () => void): () => void
  /** Undefined while the row is not loaded; ask for it with ensureRange. The same object until that row changes. */
  rowAt(index: number): SourceRow | undefined
  rowById(id: string): SourceRow | undefined
  /** -1 when the row is not in the current result. */
  indexOf(id: string): number
  /** Called when the row at that id changed, was loaded or left the result. */
  subscribeRow(id: string, listener: () => void): () => void
  /** Asks for rows first…last (inclusive). A newer call supersedes an older one that has not been answered. */
  ensureRange(first: number, last: number): void
  /** Another query gives another result; the old rows stay readable until the new result is there. */
  setQuery(query: Query): void
  /** Evaluates the same query again: rows that no longer match leave, new ones come in. */
  refresh(): void
  /**
   * How often each value of a field (a path as in a query) occurs under the present query, the field's own filters left out: the choices of a filter. The
   * most frequent first, then by label, at most `limit`; which of the equally rare ones make the limit is left open. Absent where a source cannot count.
   */
  countValues?(field: string, limit: number): Promise<readonly ValueCount[]>
  close(): void
}

export interface ValueCount {
  /** Null stands for every kind of empty. */
  readonly value: FieldValue
  /** The name of the record referred to, else the value as text; '' when empty. */
  readonly label: string
  readonly count: number
}

export interface RowSourceState {
  /** `never_fetched`: the device has no copy yet and cannot get one now. */
  readonly status: 'loading' | 'ready' | 'error' | 'never_fetched'
  readonly total: number
  /** There are at least so many: nobody has counted further (decision 36). */
  readonly isAtLeast?: true
  /** False while only a first page is there, stored or from the server, and the rest is loading. */
  readonly isComplete: boolean
  /** Rows that match by now but are not in the result, because rows never move under the cursor; refresh() takes them in. */
  readonly arrived: number
  /** Raised with every new result, so that a view can reset its scroll place. */
  readonly generation: number
  /** While a first copy is to bring the rest: how far it is with these records; `total` 0 as long as their turn has not come. */
  readonly copying?: { readonly received: number; readonly total: number }
  /** Why it cannot, when status is `never_fetched`; absent where the server was not asked or nothing is known. */
  readonly trouble?: ServerTrouble
  /** Korean, when status is `error`. */
  readonly message?: string
}

/** One row as the user should see it: what the server confirmed with the user's own unsent changes on top. */
export interface SourceRow {
  readonly id: string
  readonly record: AnyRecord
  /** The record a reference field points at, by field key (`group_id` → the group). */
  readonly joined: Readonly<Record<string, AnyRecord | undefined>>
  /** Per field with unsent, refused or conflicting changes. */
  readonly marks: Readonly<Record<string, CellMark>>
  readonly state: RowState
  /** With `deleted`: somebody else deleted it, and edits of it wait here for a decision (outbox screen). */
  readonly isGone?: true
  /** Its processing is stopped 처리정지: lists mark it, opening it asks why. `locked`: whoever is signed in here may not write it either. */
  readonly stopped?: 'locked' | 'writable'
  /** An edited row keeps its place although it no longer matches the query or its sort order changed. */
  readonly isOutside: boolean
}

/** `new`: made here and not yet confirmed; `deleted`: its delete waits or was refused, or it is gone (`isGone`). */
export type RowState = 'plain' | 'new' | 'deleted'

export interface CellMark {
  readonly state: 'queued' | 'sending' | 'held' | 'refused' | 'conflict'
  /** What the server last confirmed for this field. */
  readonly confirmed: FieldValue
  /** Korean reason, when refused. */
  readonly message?: string
  /** `conflict` only: the other person's value, who and when. */
  readonly theirs?: FieldValue
  readonly changedBy?: string
  readonly changedAt?: string
  /** `conflict` only: this field and what is decided with it (보수료 and 부가세), in order, with the other person's values. Absent: it stands alone. */
  readonly together?: readonly { readonly key: string; readonly label: string; readonly theirs: FieldValue }[]
  /** The outbox entry behind the mark. */
  readonly opId: string
}
