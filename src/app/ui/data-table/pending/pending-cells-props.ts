import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { EditAction, EditOutcome, OnEdit } from '../editing/edit-action.ts'
import type { UnkeptCells } from './unkept-list.ts'

/** A value that stands in a cell before its source shows it, or because it could not be kept. */
export interface PendingCell {
  readonly value: FieldValue
  /** What was typed, when it stands for no value. */
  readonly text: string | null
  /** Korean reason why it is not kept; null while it is on its way. */
  readonly error: string | null
  /** Only for want of room on this device: it is tried again by itself. */
  readonly isUnkept?: true
  /** Waits for 저장: the row as its author saw it when the change began. Absent: on its way, or refused where nothing waits for 저장. */
  readonly base?: SourceRow
  /** On its way for so long that it says so: not kept yet. */
  readonly isLate?: true
}

/**
 * Values between the keyboard and the source, by row and field. An edit shows at once; when it is kept and the source shows it, the value here goes; when it
 * could not be kept, it stays with the reason, so that no typed text is ever lost. A table and its detail panel share one map, so that neither can overwrite
 * the other (grid.md §14 line 18): a field that waits for 저장 goes on waiting, whichever of the two it is typed in.
 */
export interface PendingCells extends UnkeptCells<UnkeptAction> {
  /** The same object until one of the row's pending cells changes. */
  of(rowId: string): PendingRow
  /** Called when a pending cell of the row changed. */
  subscribe(rowId: string, listener: () => void): () => void
  /** Carries an action out. What waits for 저장 goes on waiting with the new value; everything else is sent at once. */
  sendAction(action: EditAction, onEdit: OnEdit): Promise<void>
  /** Told how every action that was sent went, a later try included; what `save` sends is its caller's to tell of. */
  subscribeOutcomes(listener: OutcomeListener): () => void
  /** Keeps what was typed beside the reason why it may not stand there. */
  refuse(cell: { row: SourceRow; key: string; text: string; error: string }): void
  drop(rowId: string, key: string): void
  /** Puts a change where it waits for 저장. The value the row has anyway is no change: nothing waits then. */
  hold(change: HeldChange): void
  /** 내 값 유지: the author has seen what the row holds now, and means the change all the same. */
  rebase(row: SourceRow, key: string): void
  /** Rows with changes that wait for 저장 or could not be kept; the same object until it changes. */
  unsavedRows(): readonly string[]
  subscribeUnsaved(listener: () => void): () => void
  /** 저장: what waits in these rows, as one action (one undo step) with a change per field. Answers false, sending nothing, while a typed text stands for no value. */
  save(rowIds: readonly string[], onEdit: OnEdit): boolean
  /** 취소: drops what waits in a row or could not be kept. */
  discard(rowId: string): void
}

export type OutcomeListener = (action: EditAction, outcome: EditOutcome) => void

export type UnkeptAction = { readonly action: EditAction; readonly onEdit: OnEdit; readonly message: string }

export interface HeldChange {
  /** As it stands now; kept as the change's base if none began before. */
  readonly row: SourceRow
  readonly key: string
  readonly value: FieldValue
  /** What was typed, when it stands for no value, and why it does not. */
  readonly refused?: { readonly text: string; readonly error: string }
}

export type PendingRow = Readonly<Record<string, PendingCell>>
