import { CornerDownRight } from 'lucide-react'
import { memo } from 'react'
import { Badge, type BadgeTone } from '#app/ui/display/badge.tsx'
import { ShortLines, ShortName } from '#app/ui/display/short-name.tsx'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { Column } from '../data-table-props.ts'
import type { PendingCell, PendingRow } from '../pending/pending-cells-types.ts'
import { CellCorner, type ShownMark } from './cell-corner.tsx'
import { formatCellText, formatCellValue, getCellValue } from './cell-text.ts'
import { FoundText } from './found-text.tsx'

/** What a cell shows. */
export interface CellLook {
  readonly text: string
  readonly mark: ShownMark | 'loading' | null
  /** For `conflict` only: the other person's value as text. */
  readonly theirs: string | null
  readonly tone: 'danger' | 'good' | 'warn' | 'info' | null
  readonly isZero: boolean
  /** `toneText` of the column. */
  readonly toneText?: string | null
  /** Tint of the badge that shows the value. */
  readonly badge?: BadgeTone | null
  /** A percentage from 0 to 100, shown as a bar with the number next to it. */
  readonly share?: number | null
  /** Entry line: the value was carried over from the record added before. */
  readonly isCarried?: boolean
  /** Path of a picture shown instead of text. */
  readonly picture?: string | null
}

interface TableCellProps extends CellLook {
  gridId: string
  row: number
  columnIndex: number
  column: Column
  isLastPinned: boolean
  isReadOnly: boolean
  isActive: boolean
  isFocused: boolean
  isSelected?: boolean
  /** Marked by a cut that hasn't been pasted yet. */
  isCut?: boolean
  /**
   * Screen-reader mode: the cells themselves are focusable, and the active one is the table's tab
   * stop.
   */
  isStop?: boolean
  /** Shows the fill handle, the small square at the corner of the selection. */
  hasHandle?: boolean
  /** Positions of search matches in the text (cell-matches.ts). */
  matchRanges?: string
  /** The first cell of a row under another (`RowTree`). */
  isNested?: boolean
  /** Badge about the whole record; for screen readers the row's header says the same. */
  tag?: string
  /** Shown in an empty cell of the entry line. */
  hint?: string | null
}

/** Counts renders for performance tests. Unused in production. */
export const renderProbe: { onRow?: (row: number) => void; onCell?: (row: number, key: string) => void } = {}

/**
 * A cell that isn't being edited. It has no focus and no handlers: the cell input covers the active
 * cell, and the grid handles all events.
 */
export const TableCell = memo(function TableCell(props: TableCellProps) {
  const { row, columnIndex, column, mark, isActive } = props
  renderProbe.onCell?.(row, column.key)
  return (
    <div
      {...buildCellAttributes(props)}
      aria-readonly={props.isReadOnly}
      aria-selected={isActive || props.isSelected === true}
      aria-invalid={mark === 'refused' || mark === 'conflict' ? true : undefined}
      className={cellClass(props)}
      style={{ width: `var(--w${columnIndex})` }}
    >
      {props.tag === undefined ? null : (
        <span aria-hidden className="mr-1.5 shrink-0">
          <Badge tone="danger">{props.tag}</Badge>
        </span>
      )}
      {mark === 'loading' ? (
        <span aria-hidden className="appears-late h-3 w-3/5 rounded-control bg-paper-sunk" />
      ) : (
        <CellText {...props} />
      )}
      {props.toneText ? <span className="sr-only">, {props.toneText}</span> : null}
      {mark && mark !== 'loading' ? <CellCorner mark={mark} /> : null}
      {props.hasHandle ? <FillHandle /> : null}
    </div>
  )
})

function CellText(props: TableCellProps) {
  const { text, theirs, hint, column, badge, share, picture, matchRanges } = props
  if (text === '' && hint && theirs === null) return <span className="truncate text-ink-3">{hint}</span>
  if (badge && theirs === null && text !== '') return <Badge tone={badge}>{text}</Badge>
  if (share != null && theirs === null) return <ShareBar share={share} />
  if (picture && theirs === null) return <img src={picture} alt={text} className="h-6 max-w-full object-contain" />
  if (props.isCarried) return <CarriedText text={text} />
  if (column.field.truncatesInMiddle && theirs === null && (column.lines ?? 1) === 1)
    return <ShortName text={text} matchRanges={matchRanges} />
  const markedText = matchRanges ? <FoundText text={text} matchRanges={matchRanges} /> : text
  if (theirs === null && (column.lines ?? 1) > 1)
    return (
      <span className="min-w-0 overflow-hidden text-[12px] leading-4 coarse:leading-[14px]">
        <ShortLines text={text} matchRanges={matchRanges} />
      </span>
    )
  if (theirs === null)
    return (
      <span className="truncate" style={fitFigure(props, text)}>
        {markedText}
      </span>
    )
  return (
    <span
      className="flex min-w-0 flex-col text-[12px] leading-[min(15px,calc((var(--row)-2px)/2))]"
      style={{ textAlign: column.align }}
    >
      <span className="truncate font-semibold" style={fitFigure(props, text)}>
        {text === '' ? '(비어 있음)' : text}
      </span>
      <span className="sr-only">, 상대 값 </span>
      <span className="truncate text-danger" style={fitFigure(props, theirs)}>
        {theirs}
      </span>
    </span>
  )
}

/**
 * Smaller type for a number wider than its column: a number cut short would be read as another one.
 * CSS computes it from the column's width, so a resize renders no cell again.
 */
function fitFigure({ column, columnIndex }: TableCellProps, text: string) {
  if (column.align !== 'end') return undefined
  const separators = text.match(separator)?.length ?? 0
  const ems = (text.length - separators) * digitWidth + separators * separatorWidth
  return { fontSize: `min(1em, calc((var(--w${columnIndex}) - ${figurePadding}px) / ${ems.toFixed(2)}))` }
}

const separator = /[,.]/g
/** In em, with some room for other fonts. */
const digitWidth = 0.62
const separatorWidth = 0.32
/** Padding on both sides in px, plus one for rounding. */
const figurePadding = 21

function CarriedText({ text }: { text: string }) {
  return (
    <>
      <CornerDownRight size={13} strokeWidth={1.5} aria-label="이어진 값" className="mr-1 shrink-0 text-ink-3" />
      <span className="truncate text-ink-2">{text}</span>
    </>
  )
}

/** The number says what the bar shows, so the bar is hidden from screen readers. */
function ShareBar({ share }: { share: number }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-paper-sunk">
        <span className="block h-full bg-primary" style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
      </span>
      <span className="tabular w-11 shrink-0 text-right whitespace-nowrap">{share}%</span>
    </span>
  )
}

/**
 * Dragging it fills neighboring cells from the selection (clipboard/fill-cells.ts). Not on touch
 * screens, where a drag scrolls.
 */
function FillHandle() {
  return (
    <span
      aria-hidden
      data-fill-handle
      className="absolute right-0 bottom-0 size-2 cursor-crosshair border border-paper-raised bg-primary coarse:hidden"
    />
  )
}

const tones = { danger: 'text-danger', good: 'text-good', warn: 'text-warn', info: 'text-info' }
const aligns = { start: 'justify-start', center: 'justify-center tabular', end: 'justify-end tabular' }

function cellClass(props: TableCellProps): string {
  const { column, isLastPinned, isActive, isFocused, tone, isZero } = props
  const isTinted = props.isSelected === true && !isActive
  return [
    'relative flex shrink-0 items-center overflow-hidden px-2.5 outline-none',
    aligns[column.align],
    props.isNested === true ? 'pl-7' : '',
    isTinted ? 'bg-primary-wash' : '',
    props.isCut ? 'outline-1 -outline-offset-2 outline-dashed outline-primary' : '',
    isLastPinned ? 'border-r' : '',
    tone ? tones[tone] : isZero ? 'text-ink-3' : '',
    props.toneText ? 'forced-colors:underline' : '',
    isActive ? (isFocused ? activeFocused : active) : '',
  ].join(' ')
}

const activeFocused = 'forced-ring shadow-[inset_0_0_0_2px_var(--primary)]'
const active = 'forced-ring-thin shadow-[inset_0_0_0_1px_var(--rule-strong)]'

interface CellAttributeInput {
  readonly gridId: string
  readonly row: number
  readonly columnIndex: number
  readonly isActive: boolean
  /**
   * Screen-reader mode: the cells themselves are focusable, and the active one is the table's tab
   * stop.
   */
  readonly isStop?: boolean
}

/**
 * Attributes by which a cell is found and announced. Its id is used in `aria-activedescendant`; the
 * pointer handlers read row and column.
 */
export function buildCellAttributes({ gridId, row, columnIndex, isActive, isStop = false }: CellAttributeInput) {
  return {
    role: 'gridcell',
    id: `${gridId}-${row}-${columnIndex}`,
    'data-row': row,
    'data-col': columnIndex,
    tabIndex: isStop ? (isActive ? 0 : -1) : undefined,
    'aria-colindex': columnIndex + 2,
  }
}

/** Everything a cell shows, as plain values, so an unchanged cell isn't rendered again. */
export function buildCellLook(column: Column, row: SourceRow | undefined, pending: PendingRow): CellLook {
  if (!row) return { text: '', mark: 'loading', theirs: null, tone: null, isZero: false }
  const pendingCell = pending[column.key]
  const mark = row.marks[column.key]
  const value = pendingCell ? pendingCell.value : getCellValue(column, row)
  return {
    text: pendingCell ? (pendingCell.text ?? formatCellValue(column, value, row)) : formatCellText(column, row),
    mark: pendingMark(pendingCell) ?? mark?.state ?? null,
    theirs:
      mark?.state === 'conflict' && !pendingCell ? formatCellValue(column, mark.theirs ?? null) || '(비어 있음)' : null,
    tone: column.tone?.(row) ?? null,
    toneText: column.toneText?.(row) ?? null,
    isZero: value === 0,
    badge: findBadgeTone(column, value, pendingCell?.error ?? null),
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
  return cell.isLate ? 'storing' : null
}

/** A refused text is shown as typed, without a badge. */
function findBadgeTone(column: Column, value: FieldValue, error: string | null): BadgeTone | null {
  // A column with its own format has text for an empty value too.
  if ((value === null && !column.format) || error !== null) return null
  return column.badge?.(value) ?? null
}
