import { useState } from 'react'
import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { Column } from '../data-table-props.ts'
import type { EntryLineState } from '../editing/edit-action.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { describeEntry } from '../entry-line/entry-line-state.ts'
import { entryRow } from '../focus/cell-navigation.ts'
import type { PendingCell, PendingRow } from '../pending/pending-cells-types.ts'
import { describeLock } from '../rows/row-state.ts'
import { type FocusView, getColumn, type Table } from '../table.ts'
import { usePendingRow, useRowAt, useSignal } from '../use-table.ts'
import { Anchored } from './anchored.tsx'
import { describeMark, describePendingCell, findConflict } from './cell-corner.tsx'
import { type Conflict, ConflictCard } from './conflict-card.tsx'

/**
 * The message about the active cell, shown next to it and announced: why a value was refused, both
 * values of a conflict, or that the row no longer matches this view.
 */
export function CellNotice({ table, source }: { table: Table; source: RowSource }) {
  const view = useSignal(table, 'focus', () => table.focusView)
  const row = useRowAt(source, view.row)
  const id = row?.id ?? ''
  const pending = usePendingRow(table.pending, id)
  const entry = useSignal(table, 'entry', () => table.entry.get())
  const [hasFocus, setFocus] = useState(false)

  const column = getColumn(table, view.column)
  const notice = describeNotice({ view, row, column, pending, entry })
  const conflict = column && row ? findConflict(column, row, pending) : null
  const isVisible = (view.isFocused || hasFocus) && (notice !== null || conflict !== null)
  return (
    <>
      <div role="status" className="sr-only">
        {isVisible ? (notice ?? describeConflict(conflict)) : ''}
      </div>
      {isVisible ? (
        <Anchored
          key={`${view.row}-${view.column}`}
          table={table}
          id={`${table.gridId}-notice`}
          side={view.list ? 'above' : 'below'}
          className="max-w-[380px]"
        >
          <div onFocus={() => setFocus(true)} onBlur={() => setFocus(false)}>
            {notice ? (
              <p
                className={`px-3 py-2 text-label font-medium ${notice === carriedHint ? 'text-ink-2' : chooseNoticeClass(view, row, pending[column?.key ?? ''])}`}
              >
                {notice}
              </p>
            ) : null}
            {conflict && row && column ? (
              <ConflictCard
                conflict={conflict}
                onChoice={(choice) => {
                  table.props.onSettleConflict?.({ row, key: column.key, opId: conflict.opId, choice })
                  focusCellInput(table)
                }}
                onLeave={() => focusCellInput(table)}
              />
            ) : null}
          </div>
        </Anchored>
      ) : null}
    </>
  )
}

interface NoticeInput {
  view: FocusView
  row: SourceRow | undefined
  column: Column | undefined
  pending: PendingRow
  entry: EntryLineState
}

function describeNotice({ view, row, column, pending, entry }: NoticeInput): string | null {
  if (view.notice !== null) return view.notice
  if (view.row === entryRow) return describeEntry(entry, column?.key ?? '') ?? getCarriedHint(column, entry)
  if (view.mode !== 'ready' || !row) return null
  if (row.isGone) return describeLock(row)
  const cellNotice = column ? (describePendingCell(pending[column.key]) ?? describeMark(row.marks[column.key])) : null
  if (cellNotice) return cellNotice
  if (row.state === 'deleted') return describeLock(row)
  return row.isOutside ? '현재 조건과 맞지 않음 · 새로고침하면 이동합니다' : null
}

function getCarriedHint(column: Column | undefined, { carried }: EntryLineState): string | null {
  return column && carried.includes(column.key) ? carriedHint : null
}

const carriedHint = '바로 전 기록에서 이어진 값입니다. Esc로 지웁니다.'

function describeConflict(conflict: Conflict | null): string {
  return conflict
    ? `다른 사람의 수정과 겹칩니다. 내 값 ${conflict.mine}, 상대 값 ${conflict.theirs}. Enter로 선택합니다.`
    : ''
}

function chooseNoticeClass(view: FocusView, row: SourceRow | undefined, cell: PendingCell | undefined): string {
  const isPending = cell !== undefined
  if (cell?.isLate && view.notice === null && view.row !== entryRow) return 'text-ink-2'
  const isOnlyOutside = view.notice === null && view.row !== entryRow && !isPending && row?.isOutside === true
  return isOnlyOutside ? 'text-warn' : 'text-danger'
}
