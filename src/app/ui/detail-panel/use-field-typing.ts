import { useState } from 'react'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { checkInRow, checkValue, parseEntry, type ParseResult } from '../data-table/cells/cell-text.ts'
import type { Column } from '../data-table/data-table-props.ts'
import type { PendingCell, PendingCells } from '../data-table/pending/pending-cells-types.ts'
import { isComposing } from '../text-editing/composition.ts'

/** Typing state of one panel field. */
export interface TypingState {
  /** Typed text; null while nobody types, so the control shows the field's value. */
  readonly text: string | null
  /** Typed so far; its errors wait until the field is left. */
  readonly isHalfTyped: boolean
  /**
   * Takes the control's text. During a composition it is only displayed; it is checked and shared
   * when the syllable is complete.
   */
  readonly type: (text: string, options?: { readonly isComposed: boolean }) => void
  /** Takes a value from a list, or today's date. */
  readonly choose: (value: FieldValue) => void
  /** Keeps a text that names no record, with the reason; it is not saved. */
  readonly refuse: (text: string, error: string) => void
  /**
   * Esc: reverts what was typed since the field was entered. Returns false when there was nothing.
   */
  readonly cancel: () => boolean
  /** Ends typing when the field loses focus; the control shows the parsed value again. */
  readonly commit: () => void
}

interface TypedField {
  readonly column: Column
  readonly row: SourceRow
  readonly cells: PendingCells
  /** The office's current day (YYYY-MM-DD). */
  readonly today: () => string
}

/**
 * Writes each text at once to the map shared with the table, checked by the table's rules. The
 * control's own text is never rewritten while typing, so composition and caret are undisturbed.
 */
export function useFieldTyping({ column, row, cells, today }: TypedField): TypingState {
  const { key } = column
  const [draft, setDraft] = useState<TypedDraft | null>(null)
  // The next record uses the same controls; a draft belongs to the record it was typed in.
  const ownDraft = draft?.rowId === row.id ? draft : null

  function deferParsed(parsed: ParseResult, text: string) {
    if (parsed.ok) cells.defer({ row, key, value: parsed.value })
    else cells.defer({ row, key, value: row.record[key] ?? null, refused: { text, error: parsed.message } })
  }

  function continueDraft(text: string, isRefused: boolean) {
    setDraft({ rowId: row.id, text, isRefused, before: ownDraft ? ownDraft.before : cells.getRow(row.id)[key] })
  }

  return {
    text: ownDraft?.text ?? null,
    isHalfTyped: ownDraft?.isRefused === false,
    type(text, { isComposed } = { isComposed: !isComposing() }) {
      continueDraft(text, false)
      if (isComposed) deferParsed(checkInRow(column, row, parseEntry(column, text, today())), text)
    },
    choose(value) {
      setDraft(null)
      deferParsed(checkInRow(column, row, checkValue(column, value)), String(value ?? ''))
    },
    refuse(text, error) {
      continueDraft(text, true)
      deferParsed({ ok: false, message: error }, text)
    },
    cancel() {
      if (!ownDraft) return false
      setDraft(null)
      restorePending(cells, row, { key, before: ownDraft.before })
      return true
    },
    commit: () => setDraft(null),
  }
}

interface TypedDraft {
  readonly rowId: string
  readonly text: string
  readonly isRefused: boolean
  /** The map's entry for the field when typing began. */
  readonly before: PendingCell | undefined
}

function restorePending(
  cells: PendingCells,
  row: SourceRow,
  { key, before }: { key: string; before: PendingCell | undefined },
): void {
  cells.drop(row.id, key)
  const refused =
    before && before.text !== null && before.error !== null ? { text: before.text, error: before.error } : null
  if (before?.base) cells.defer({ row: before.base, key, value: before.value, ...(refused ? { refused } : {}) })
  else if (refused) cells.refuse({ row, key, ...refused })
}
