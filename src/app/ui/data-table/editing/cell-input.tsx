import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react'
import { entryRow, headerRow } from '../focus/cell-navigation.ts'
import { revealCell } from '../focus/focus-actions.ts'
import { followHorizontalScroll } from '../layout/follow-horizontal-scroll.ts'
import { computeStickyTop, computeTopOfRow, type Geometry } from '../layout/geometry.ts'
import type { FocusView, Table } from '../table.ts'
import { useSignal, useSourceState } from '../use-table.ts'
import { listenToCellInput } from './cell-input-events.ts'
import { prepareCellInput } from './prepare-cell-input.ts'

/**
 * The table's single input. It covers the active cell inside the scrolled content, so it scrolls
 * natively. It is never unmounted, so the focus isn't lost to the body however far the row scrolls.
 * Without an edit it is transparent. It is a textarea because Alt+Enter writes a second line; other
 * line breaks are refused.
 */
export function CellInput({
  table,
  geometry,
  scroller,
  isScreenReaderMode,
}: {
  table: Table
  geometry: Geometry
  scroller: HTMLElement | null
  /** Screen-reader mode: used only as an editor. */
  isScreenReaderMode: boolean
}) {
  const input = useRef<HTMLTextAreaElement>(null)
  const view = useSignal(table, 'focus', () => table.focusView)
  const isEditing = view.mode !== 'ready'
  const { total } = useSourceState(table.props.source)

  useLayoutEffect(() => {
    table.cellInput = input.current
    prepareCellInput(table)
    if (!input.current) return undefined
    const stop = listenToCellInput(table, input.current)
    return () => {
      stop()
      table.cellInput = null
    }
  }, [table])

  useClipUnderPinned(input, scroller, { table, geometry, view })
  useEffect(() => {
    if (view.isFocused) revealCell(table)
  }, [table, view.isFocused])

  const column = table.props.columns[view.column]
  return (
    <div className="pointer-events-none absolute inset-0">
      <div className="inset-x-0 h-0" style={lineStyle(view, geometry)}>
        <textarea
          ref={input}
          rows={1}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          tabIndex={isScreenReaderMode ? -1 : undefined}
          aria-hidden={isScreenReaderMode && !isEditing ? true : undefined}
          aria-controls={table.gridId}
          aria-activedescendant={activeDescendant(table, view, { isScreenReaderMode, total })}
          aria-autocomplete={column?.options ? 'list' : 'none'}
          data-cell-input
          data-mode={view.mode}
          className={`block resize-none overflow-hidden border-0 px-2.5 py-[calc((var(--row)-20px)/2)] text-table outline-none [field-sizing:content] coarse:text-[16px] ${isEditing ? editingClass : idleClass}`}
          style={inputStyle(view, geometry, column?.align ?? 'start')}
        />
      </div>
    </div>
  )
}

const idleClass = 'opacity-0'
const editingClass =
  'pointer-events-auto forced-ring bg-paper-raised text-ink shadow-[inset_0_0_0_2px_var(--primary),0_4px_16px_rgb(0_0_0/0.14)] select-text'

/** While rows load, the active cell isn't in the DOM yet. */
function activeDescendant(
  table: Table,
  view: FocusView,
  { isScreenReaderMode, total }: { isScreenReaderMode: boolean; total: number },
): string | undefined {
  const { list } = view
  if (list && list.highlighted >= 0) return `${table.gridId}-option-${list.highlighted}`
  return isScreenReaderMode || view.row >= total ? undefined : `${table.gridId}-${view.row}-${view.column}`
}

/**
 * Position of the active row's line: among the rows, or stuck to the top with header and entry
 * line.
 */
function lineStyle(view: FocusView, geometry: Geometry): CSSProperties {
  if (view.row === headerRow) return { position: 'sticky', top: 0, zIndex: 11 }
  if (view.row === entryRow) return { position: 'sticky', top: geometry.headerHeight, zIndex: 11 }
  return { position: 'absolute', top: computeStickyTop(geometry) + computeTopOfRow(geometry, view.row) }
}

function inputStyle(view: FocusView, geometry: Geometry, align: 'start' | 'center' | 'end'): CSSProperties {
  const width = geometry.widths[view.column] ?? 0
  const left = geometry.lefts[view.column] ?? 0
  const isAction = geometry.actionWidth > 0 && view.column === geometry.widths.length - 1
  const position: CSSProperties = isAction
    ? { position: 'sticky', right: 0, marginLeft: 'auto', zIndex: 3 }
    : view.column < geometry.pinnedCount
      ? { position: 'sticky', left, zIndex: 3 }
      : { position: 'relative', left, zIndex: 1 }
  const isEditing = view.mode !== 'ready'
  return {
    ...position,
    minWidth: width,
    maxWidth: isEditing ? Math.max(width, 420) : width,
    width: isEditing ? undefined : width,
    minHeight: geometry.rowHeight,
    height: isEditing ? undefined : geometry.rowHeight,
    textAlign: align,
  }
}

/**
 * Clips an open editor that scrolls under the pinned columns. Rows are separate layers, so z-index
 * cannot place it between them.
 */
function useClipUnderPinned(
  cellInput: { readonly current: HTMLTextAreaElement | null },
  scroller: HTMLElement | null,
  { table, geometry, view }: { table: Table; geometry: Geometry; view: FocusView },
) {
  const isClipped = view.mode !== 'ready' && view.column >= geometry.pinnedCount
  const left = geometry.lefts[view.column] ?? 0
  const { pinnedWidth } = geometry
  useLayoutEffect(() => {
    const input = cellInput.current
    if (!scroller || !input || !isClipped) return undefined
    const stop = followHorizontalScroll(table, scroller, (viewport) => {
      const hiddenWidth = viewport.left + pinnedWidth - left
      input.style.clipPath = hiddenWidth > 0 ? `inset(-24px -24px -24px ${hiddenWidth}px)` : ''
    })
    return () => {
      stop()
      input.style.clipPath = ''
    }
  }, [cellInput, table, scroller, isClipped, left, pinnedWidth])
}
