import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'

export interface EditAction {
  readonly kind: 'cell' | 'clear' | 'paste' | 'fill' | 'bulk'
  readonly changes: readonly CellChange[]
  /** Records to create, as drafts of the entry line; only when the screen sets `canAddRows`. */
  readonly newRows?: readonly EntryLineDraft[]
  /** The table retries what the device had no room for; the user has been notified already. */
  readonly isRetry?: true
}

export interface CellChange {
  readonly row: SourceRow
  readonly key: string
  readonly old: FieldValue
  readonly new: FieldValue
}

/**
 * Undefined when stored. `message` is the Korean reason when not. `unstored` lists the rows the
 * device had no room for; all others are stored.
 */
export type EditOutcome = void | { readonly message: string; readonly unstored?: readonly string[] }

export type OnEdit = (action: EditAction) => Promise<EditOutcome> | EditOutcome

export type EntryLineDraft = Readonly<Record<string, FieldValue>>

/** State of the entry line: the draft of the new record and its errors. */
export interface EntryLineState {
  readonly draft: EntryLineDraft
  /** Text that is not a valid value, by field; kept until corrected. */
  readonly texts: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly message: string | null
  /** An error or message that the screen shows itself. */
  readonly shownMessage: string | null
  readonly isBusy: boolean
  /** Fields whose value was carried over from the record added before. */
  readonly carried: readonly string[]
  /** Fields with a value that follows from another field. */
  readonly derived: readonly string[]
}

/** What the screen keeps of an entry line while its table is not mounted. */
export interface SavedEntryLine {
  readonly state: EntryLineState
  readonly initialDraft: EntryLineDraft
}
