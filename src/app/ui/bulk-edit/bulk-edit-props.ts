import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { DerivedField } from '#domain/books/book-rules.ts'
import type { Column } from '../data-table/data-table-props.ts'
import type { CellChange } from '../data-table/editing/edit-action.ts'

/**
 * Props of `<BulkEditDialog>`. The dialog doesn't know where rows come from and writes nothing
 * itself.
 */
export interface BulkEditProps {
  /**
   * Fields that may be written, in display order. `check`, options and formats of a column apply
   * here too.
   */
  readonly fields: readonly Column[]
  /** Keys and Korean names of the field groups, in order. */
  readonly groups: Readonly<Record<string, string>>
  /** Derived fields, checked together with the field they follow (부가세 follows 보수료). */
  readonly follows?: readonly DerivedField[]
  readonly rows: ChosenRows
  /**
   * Korean reason why a record refuses the change although its columns allow it; null when it
   * accepts it.
   */
  readonly refusalOf?: RefusalCheck
  /** The record's display name. */
  readonly captionOf: (row: SourceRow) => string
  /** Applies the changes as one action of the user. */
  readonly apply: (changes: readonly RowChange[], watch: ApplyWatch) => Promise<BulkOutcome>
  /** The office's current day as YYYY-MM-DD. Called on each use. */
  readonly today: () => string
  /**
   * Receives the applied changes that were not undone, or null when there are none, so that the
   * caller can announce them and offer undo.
   */
  readonly onClose: (outcome: BulkOutcome | null) => void
}

export type RefusalCheck = (row: SourceRow, changes: Readonly<Record<string, FieldValue>>) => string | null

export interface ChosenRows {
  /**
   * Reads the current state of the chosen records in chunks, from a list of ids or a search.
   * `total` is how many there are. Resolves after the last chunk, or soon after `signal` is
   * aborted.
   */
  readonly read: (
    onChunk: (rows: readonly SourceRow[], doneCount: number, total: number) => void,
    signal: AbortSignal,
  ) => Promise<void>
}

/** The changes of one record; never empty. */
export interface RowChange {
  readonly row: SourceRow
  readonly changes: readonly CellChange[]
}

export interface ApplyWatch {
  /** Aborted when the user stops: what is already stored stays, nothing more is stored. */
  readonly signal: AbortSignal
  readonly onSaved: (savedCount: number) => void
  /** The outcome this run continues after a stop or a failure; both become one undo step. */
  readonly resumeFrom: BulkOutcome | null
}

export interface BulkOutcome {
  readonly actionId: string
  /** Number of changed records stored on the device, including those of the continued run. */
  readonly savedCount: number
  /**
   * Korean reason why the device could not store the rest; null when all was stored or the user
   * stopped.
   */
  readonly failure: string | null
  /** Progress of the stored records on their way to the server. */
  readonly sending: SendProgress
  readonly undo: () => void
}

/** Works with useSyncExternalStore. */
export interface SendProgress {
  readonly getState: () => SendingState
  readonly subscribe: (listener: () => void) => () => void
}

export interface SendingState {
  /** Records without a response from the server yet. */
  readonly waiting: number
  /** False without a network or a session; waiting changes are safe and are sent later. */
  readonly isReachable: boolean
  readonly failures: readonly SendFailure[]
}

export interface SendFailure {
  readonly id: string
  readonly caption: string
  /** In Korean. */
  readonly reason: string
  /** Possible fixes, best first. */
  readonly failureActions: readonly FailureAction[]
}

export interface FailureAction {
  readonly label: string
  /** Included in 모두 다시 시도. */
  readonly isRetry: boolean
  readonly run: () => Promise<void>
}
