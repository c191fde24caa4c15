import { memo, type ReactNode } from 'react'
import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import { stoppedWord } from '#domain/retention/stopped-texts.ts'
import { findMatchRanges, type MatchFinder } from '../cells/cell-matches.ts'
import { buildCellLook, renderProbe, TableCell } from '../cells/table-cell.tsx'
import type { Column } from '../data-table-props.ts'
import type { Geometry } from '../layout/geometry.ts'
import { computeRowNumber } from '../paging/use-pages.ts'
import { isInSpans } from '../selection/cell-range.ts'
import { buildSelectionKey, parseSelectionKey } from '../selection/cell-selection.ts'
import { RowCheck } from '../selection/row-check.tsx'
import { isRowChecked } from '../selection/row-checks.ts'
import { isRowOpenable, parseRowFocus, serializeRowFocus, type Table } from '../table.ts'
import { FoldButton } from '../unfolding/fold-button.tsx'
import { usePendingRow, useRowAt, useSignal } from '../use-table.ts'
import { RowActions } from './row-actions.tsx'
import { getRowMark, isRowLocked } from './row-state.ts'
import { buildCellProps, PinnedPart, renderVisibleCells } from './visible-cells.tsx'

interface TableRowProps {
  table: Table
  source: RowSource
  columns: readonly Column[]
  geometry: Geometry
  index: number
  isScreenReaderMode: boolean
  finder: MatchFinder
}

/**
 * One row of the result. It renders again when its record, its pending values or its focus change;
 * only cells that look different do.
 */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { table, source, columns, geometry, index, isScreenReaderMode, finder } = props
  const row = useRowAt(source, index)
  const focus = parseRowFocus(useSignal(table, `row:${index}`, () => serializeRowFocus(table, index)))
  const id = row?.id ?? ''
  const selection = parseSelectionKey(useSignal(table, 'selection', () => buildSelectionKey(table, index)))
  const isChecked = useSignal(table, 'checks', () => isRowChecked(table.props, id))
  const isOpen = useSignal(table, 'checks', () => row !== undefined && table.props.openRecord?.id === id)
  const pending = usePendingRow(table.pending, id)
  const window = useSignal(table, 'columns', () => table.columnWindow)
  renderProbe.onRow?.(index)

  const node = (row && table.props.tree?.nodeOf(row)) ?? null
  const canFill = focus.isFocused && !focus.isEditing
  const isHighlighted = row !== undefined && table.props.isHighlighted?.(row) === true
  const cells = renderVisibleCells({ columns, geometry, window, focused: focus.column }, (column, columnIndex) => {
    const cellAppearance = buildCellLook(column, row, pending)
    return (
      <TableCell
        {...buildCellProps({ table, row: index, geometry, focus, isScreenReaderMode }, column, columnIndex)}
        isReadOnly={!column.isEditable || (row !== undefined && isRowLocked(row))}
        {...(columnIndex === 0 && row?.stopped && { tag: stoppedWord })}
        isNested={columnIndex === 0 && node !== null && node.level > 1}
        isSelected={isInSpans(selection.spans, columnIndex)}
        isCut={isInSpans(selection.cutSpans, columnIndex)}
        hasHandle={selection.spans === '' ? canFill && focus.column === columnIndex : selection.handle === columnIndex}
        {...cellAppearance}
        matchRanges={findMatchRanges(column, cellAppearance.text, finder)}
      />
    )
  })
  const plainBackground = node && node.level > 1 ? 'bg-paper' : 'bg-paper-raised'
  const background = isOpen ? openBackground : isHighlighted ? 'bg-warn-wash' : plainBackground
  return (
    <div
      role="row"
      aria-rowindex={index + 2 + (geometry.hasEntry ? 1 : 0)}
      aria-level={node?.level}
      aria-expanded={node?.isOpen ?? undefined}
      aria-current={isOpen || undefined}
      className={`group/row flex h-(--row) w-(--total) min-w-full border-b [contain:layout_style] ${background} ${row?.state === 'deleted' ? 'text-ink-3 line-through' : ''}`}
    >
      <PinnedPart>
        <RowNumber
          row={row}
          index={index}
          number={node ? node.number : computeRowNumber(table.props.paging, index)}
          isFocused={focus.column !== -1 && focus.isFocused}
          isOpen={isOpen}
          isChecked={table.props.rowSelection ? isChecked : null}
          isHidden={geometry.hidesNumbers}
          fold={
            row && (node ? node.isOpen !== null : geometry.lines.extra > 0) ? (
              <FoldButton
                table={table}
                row={index}
                isUnfolded={node ? node.isOpen === true : geometry.lines.isUnfolded(index)}
              />
            ) : null
          }
        />
        {cells.slice(0, geometry.pinnedCount)}
      </PinnedPart>
      {cells.slice(geometry.pinnedCount)}
      {geometry.actionWidth > 0 ? (
        <RowActions
          table={table}
          index={index}
          columnIndex={columns.length}
          isLoaded={row !== undefined}
          isFolded={geometry.collapsesActions}
          canOpen={row !== undefined && isRowOpenable(table, row)}
          isStop={isScreenReaderMode}
          isRowActive={focus.column !== -1 && focus.isFocused}
          isActive={focus.column === columns.length}
          isFocused={focus.isFocused}
        />
      ) : null}
    </div>
  )
})

/** Lighter than a selected cell, which stays visible in it. */
const openBackground = 'forced-ring bg-[color-mix(in_oklab,var(--primary-wash)_60%,var(--paper-raised))]'

interface RowNumberProps {
  row: SourceRow | undefined
  index: number
  /** 순번 in the whole result, through all its pages; in a tree among the rows of its level. */
  number: number | null
  isFocused: boolean
  /** The record is open in the panel. */
  isOpen: boolean
  /** Null when rows cannot be checked. */
  isChecked: boolean | null
  isHidden: boolean
  fold: ReactNode
}

function RowNumber({ row, index, number, isFocused, isOpen, isChecked, isHidden, fold }: RowNumberProps) {
  const mark = row ? getRowMark(row) : null
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      title={mark?.text}
      data-row={index}
      data-rowhead
      aria-selected={isChecked ?? undefined}
      className={`tabular relative flex w-(--lead) shrink-0 items-center justify-end border-r pr-2.5 text-label ${isChecked ? 'bg-primary-wash' : isOpen ? 'bg-inherit' : 'bg-paper-sunk'} ${isFocused || isOpen ? 'font-semibold text-primary' : 'text-ink-3'}`}
    >
      {mark ? <span aria-hidden className={`absolute inset-y-0 left-0 w-[3px] ${mark.color}`} /> : null}
      {isOpen ? <span aria-hidden className="absolute inset-y-0 right-0 w-[3px] bg-primary" /> : null}
      {isChecked === null || !row ? null : <RowCheck isChecked={isChecked} label={`${number}행 선택`} />}
      {fold}
      {isHidden ? <span className="sr-only">{number}</span> : number}
      {mark ? <span className="sr-only">{mark.text}</span> : null}
    </div>
  )
}
