import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'

export interface EditAction {
  readonly kind: 'cell' | 'clear' | 'paste' | 'fill' | 'bulk'
  readonly changes: readonly CellChange[]
  /** Records to make, as drafts of the entry line: only where the screen `takesNewRows`. */
  readonly newRows?: readonly EntryDraft[]
  /** The table tries once more what there was no room for; that there was none has been said. */
  readonly isAgain?: true
}

export interface CellChange {
  readonly row: SourceRow
  readonly key: string
  readonly old: FieldValue
  readonly new: FieldValue
}

/** Nothing, when kept. `message`: Korean reason why it was not. `unkept`: only for want of room on the device, and only in these rows; all others are kept. */
export type EditOutcome = void | { readonly message: string; readonly unkept?: readonly string[] }

export type OnEdit = (action: EditAction) => Promise<EditOutcome> | EditOutcome

export type EntryDraft = Readonly<Record<string, FieldValue>>
