import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { BadgeTone } from '#app/ui/display/badge.tsx'
import type { ShownMark } from './cell-corner.tsx'
import { displayText, shownValue, valueOf } from './cell-text.ts'
import type { Column } from '../data-table-props.ts'
import type { PendingCell, PendingRow } from '../pending/pending-cells-props.ts'
import type { CellLook } from './table-cell.tsx'

/** Everything a cell shows, as plain values, so an unchanged cell isn't rendered again. */
export function cellLook(column: Column, row: SourceRow | undefined, pending: PendingRow): CellLook {
  if (!row) return { text: '', mark: 'loading', theirs: null, tone: null, isZero: false }
  const pendingCell = pending[column.key]
  const mark = row.marks[column.key]
  const value = pendingCell ? pendingCell.value : valueOf(column, row)
  return {
    text: pendingCell ? (pendingCell.text ?? shownValue(column, value, row)) : displayText(column, row),
    mark: pendingMark(pendingCell) ?? mark?.state ?? null,
    theirs:
      mark?.state === 'conflict' && !pendingCell ? shownValue(column, mark.theirs ?? null) || '(비어 있음)' : null,
    tone: column.tone?.(row) ?? null,
    isZero: value === 0,
    badge: badgeOf(column, value, pendingCell?.error ?? null),
    share: column.isShare && typeof value === 'number' ? value : null,
    picture: column.isPicture && typeof value === 'string' && value !== '' ? value : null,
  }
}

/**
 * A value being stored shows no mark beyond the row's own until it takes long; only stored values
 * count as waiting to be sent.
 */
function pendingMark(cell: PendingCell | undefined): ShownMark | null {
  if (!cell) return null
  if (cell.error !== null) return 'refused'
  if (cell.base) return 'unsaved'
  return cell.isLate ? 'keeping' : null
}

/** A refused text is shown as typed, without a badge. */
function badgeOf(column: Column, value: FieldValue, error: string | null): BadgeTone | null {
  // A column with its own format has text for an empty value too.
  if ((value === null && !column.format) || error !== null) return null
  return column.badge?.(value) ?? null
}
