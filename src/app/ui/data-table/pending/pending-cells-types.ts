import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { EditAction, EditOutcome, OnEdit } from '../editing/edit-action.ts'
import type { UnstoredCells } from './unstored-registry.ts'

/** A value shown in a cell before its source has it, or because it could not be stored. */
export interface PendingCell {
  readonly value: FieldValue
  /** The typed text, when it is not a valid value. */
  readonly text: string | null
  /** Korean reason why it is not stored; null while it is being sent. */
  readonly error: string | null
  /** Only because the device had no room; it is retried automatically. */
  readonly isUnstored?: true
  /**
   * The row as the author saw it when the change began. Set only while the change waits for 저장.
   */
  readonly base?: SourceRow
  /** Being stored for so long that the cell shows it. */
  readonly isLate?: true
}

/**
 * Values between keyboard and source, by row and field. An edit shows at once. When it is stored
 * and the source shows it, it is removed here; when it could not be stored it stays with the
 * reason, so typed text is never lost. A table and its detail panel share one map, so they cannot
 * overwrite each other: a field waiting for 저장 keeps waiting, wherever it is edited.
 */
export interface PendingCells extends UnstoredCells<UnstoredAction> {
  /** Returns the same object until one of the row's pending cells changes. */
  getRow(rowId: string): PendingRow
  /** Called when a pending cell of the row changes. */
  subscribe(rowId: string, listener: () => void): () => void
  /**
   * Applies an action. Fields waiting for 저장 keep waiting with the new value; everything else is
   * sent at once.
   */
  sendAction(action: EditAction, onEdit: OnEdit): Promise<void>
  /**
   * Called with the outcome of every action sent, including retries, but not of `save`, whose
   * caller reports it.
   */
  subscribeOutcomes(listener: OutcomeListener): () => void
  /** Keeps refused text with the reason. */
  refuse(cell: { row: SourceRow; key: string; text: string; error: string }): void
  drop(rowId: string, key: string): void
  /** Adds a change that waits for 저장. Setting the value that the row already has removes it. */
  defer(change: DeferredChange): void
  /** 내 값 유지: the author has seen the row's current value and still wants the change. */
  rebase(row: SourceRow, key: string): void
  /**
   * Rows with changes that wait for 저장 or could not be stored; the same object until it changes.
   */
  unsavedRows(): readonly string[]
  subscribeUnsaved(listener: () => void): () => void
  /**
   * 저장: sends the waiting changes of these rows as one action (one undo step). Returns false and
   * sends nothing while some typed text is not a valid value.
   */
  save(rowIds: readonly string[], onEdit: OnEdit): boolean
  /** 취소: drops a row's waiting or refused changes. */
  discard(rowId: string): void
}

export type OutcomeListener = (action: EditAction, outcome: EditOutcome) => void

export interface UnstoredAction {
  readonly action: EditAction
  readonly onEdit: OnEdit
  readonly message: string
}

export interface DeferredChange {
  /** The current row; becomes the change's base if there is none yet. */
  readonly row: SourceRow
  readonly key: string
  readonly value: FieldValue
  /** Typed text that is not a valid value, and the reason. */
  readonly refused?: { readonly text: string; readonly error: string }
}

export type PendingRow = Readonly<Record<string, PendingCell>>
