import { useState } from 'react'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { checkInRow, checkValue, parseEntry } from '../data-table/cells/cell-text.ts'
import type { Parsed } from '../data-table/cells/cell-text.ts'
import type { Column } from '../data-table/data-table-props.ts'
import type { PendingCell, PendingCells } from '../data-table/pending/pending-cells-props.ts'

/** One field of the panel while a person types in it. */
export interface Typing {
  /** Null while nobody types: the control shows what stands in the field. */
  readonly text: string | null
  /** Takes the control's text. During a composition it is only shown; it is judged and shared when the syllable is whole. */
  readonly type: (text: string, isComposing: boolean) => void
  /** Takes a value from a list, or today. */
  readonly choose: (value: FieldValue) => void
  /** Esc: takes back what was typed since the field was entered. False when nothing was. */
  readonly cancel: () => boolean
  /** The field is left: the text gives way to the value it stands for. */
  readonly leave: () => void
}

export interface TypedField {
  readonly column: Column
  readonly row: SourceRow
  readonly cells: PendingCells
  /** The office's day (YYYY-MM-DD). */
  readonly today: () => string
}

/**
 * Every text goes at once into the map that the table shares, judged as the table judges it; the control itself is never rewritten while somebody types, so
 * neither a composition nor the caret is disturbed.
 */
export function useTyping({ column, row, cells, today }: TypedField): Typing {
  const { key } = column
  const [draft, setDraft] = useState<Draft | null>(null)
  // The next record has the same controls: what was typed belongs to the record it was typed in.
  const own = draft?.rowId === row.id ? draft : null

  function hold(parsed: Parsed, text: string) {
    if (parsed.ok) cells.hold({ row, key, value: parsed.value })
    else cells.hold({ row, key, value: row.record[key] ?? null, refused: { text, error: parsed.message } })
  }

  return {
    text: own?.text ?? null,
    type(text, isComposing) {
      setDraft({ rowId: row.id, text, before: own ? own.before : cells.of(row.id)[key] })
      if (!isComposing) hold(checkInRow(column, row, parseEntry(column, text, today())), text)
    },
    choose(value) {
      setDraft(null)
      hold(checkInRow(column, row, checkValue(column, value)), String(value ?? ''))
    },
    cancel() {
      if (!own) return false
      setDraft(null)
      restore(cells, row, { key, before: own.before })
      return true
    },
    leave: () => setDraft(null),
  }
}

interface Draft {
  readonly rowId: string
  readonly text: string
  /** What the map held of the field when typing began. */
  readonly before: PendingCell | undefined
}

function restore(
  cells: PendingCells,
  row: SourceRow,
  { key, before }: { key: string; before: PendingCell | undefined },
): void {
  cells.drop(row.id, key)
  const refused =
    before && before.text !== null && before.error !== null ? { text: before.text, error: before.error } : null
  if (before?.base) cells.hold({ row: before.base, key, value: before.value, ...(refused ? { refused } : {}) })
  else if (refused) cells.refuse({ row, key, ...refused })
}
