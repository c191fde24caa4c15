import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { FieldFollow } from '#domain/books/book-rules.ts'
import type { Column } from '../data-table/data-table-props.ts'
import type { CellChange } from '../data-table/editing/edit-action.ts'

/** What a screen gives to `<BulkEditDialog>`. The dialog knows neither the office nor where rows come from, and writes nothing by itself. */
export interface BulkEditProps {
  /** Fields that may be written, in the order shown; `check`, options and formats of a column hold here too. */
  readonly fields: readonly Column[]
  /** Keys and Korean names under which the fields stand together, in order. */
  readonly groups: Readonly<Record<string, string>>
  /** Fields that nobody sets by hand: ticked and unticked with the one they follow (spec 2 §5: 부가세 after 보수료). */
  readonly follows?: readonly FieldFollow[]
  readonly rows: ChosenRows
  /** Korean reason why a record takes no change like this, whatever its columns say; null when it does. */
  readonly refusalOf?: RefusalOf
  /** How people speak of a record. */
  readonly captionOf: (row: SourceRow) => string
  /** Carries the changes out as one action of the user. */
  readonly apply: (changes: readonly RowChange[], watch: ApplyWatch) => Promise<BulkOutcome>
  /** Office's day as YYYY-MM-DD. Asked at the moment of use. */
  readonly today: () => string
  /** With what was done and still stands, null when nothing: the moment to say so beside a way back. */
  readonly onClose: (done: BulkOutcome | null) => void
}

export type RefusalOf = (row: SourceRow, changes: Readonly<Record<string, FieldValue>>) => string | null

export interface ChosenRows {
  /**
   * Reads the chosen records as they stand at this moment, in chunks: a list of ids, or whatever a search finds by now. `total` is how many there are.
   * Resolves after the last chunk, or soon after `signal` is aborted.
   */
  readonly read: (
    onChunk: (rows: readonly SourceRow[], done: number, total: number) => void,
    signal: AbortSignal,
  ) => Promise<void>
}

/** What changes in one record; never empty. */
export interface RowChange {
  readonly row: SourceRow
  readonly changes: readonly CellChange[]
}

export interface ApplyWatch {
  /** Aborted when the user stops: what is kept by then stays, and nothing more is. */
  readonly signal: AbortSignal
  readonly onKept: (kept: number) => void
  /** The outcome this run goes on with, after a stop or a failure: both are one step to undo. */
  readonly continues: BulkOutcome | null
}

export interface BulkOutcome {
  readonly actId: string
  /** How many changed records are kept on the device, those of the run it goes on with among them. */
  readonly kept: number
  /** Korean reason why the device could not keep the rest; null when it was kept, or stopped by the user. */
  readonly failure: string | null
  /** What becomes of the kept ones on their way to the server. */
  readonly sending: Sending
  readonly undo: () => void
}

/** Fit for useSyncExternalStore. */
export interface Sending {
  readonly getState: () => SendingState
  readonly subscribe: (listener: () => void) => () => void
}

export interface SendingState {
  /** Records not yet answered by the server. */
  readonly waiting: number
  /** False without a network or a session: what waits is safe and goes by itself later. */
  readonly isReachable: boolean
  readonly failures: readonly SendFailure[]
}

export interface SendFailure {
  readonly id: string
  readonly caption: string
  /** Korean. */
  readonly reason: string
  /** What can be done about it, the first choice first. */
  readonly remedies: readonly Remedy[]
}

export interface Remedy {
  readonly label: string
  /** Part of 모두 다시 시도. */
  readonly isRetry: boolean
  readonly run: () => Promise<void>
}
