import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { LostEdit } from '../data-table-props.ts'
import { finishEdit, refreshOpenList } from '../editing/cell-editor.ts'
import { focusCellInput, prepareCellInput } from '../editing/prepare-cell-input.ts'
import { computeTopOfRow, scrollTargetFor } from '../layout/geometry.ts'
import { announceResult } from '../screen-reader/announce-actions.ts'
import { markCut, selectOnlyActive, shiftSelection } from '../selection/cell-selection.ts'
import { getActiveColumn, getActiveRow, type Table, toGridShape, updateFocusView } from '../table.ts'
import { clearUnfoldedRows } from '../unfolding/unfold-rows.ts'
import { type CellPosition, clampPosition, type Move, movePosition } from './cell-navigation.ts'

/** Makes a cell active and scrolls it into view. The editor must already be closed. */
export function moveTo(table: Table, position: CellPosition): void {
  table.position = position
  selectOnlyActive(table)
  table.activeId = position.row >= 0 ? (table.props.source.rowAt(position.row)?.id ?? null) : null
  table.notice = null
  table.soughtId = null
  prepareCellInput(table)
  updateFocusView(table)
  revealCell(table)
}

/** Returns false when the move leaves the table (Tab after the last cell). */
export function moveBy(table: Table, move: Move): boolean {
  const position = movePosition(table.position, move, toGridShape(table))
  if (!position) return false
  moveTo(table, position)
  return true
}

/**
 * Scrolls a cell, by default the active one, out from under header, entry line and pinned columns.
 */
export function revealCell(table: Table, position: CellPosition = table.position): void {
  const { scroller, geometry } = table
  if (!scroller) return
  const view = {
    top: scroller.scrollTop,
    left: scroller.scrollLeft,
    width: scroller.clientWidth,
    height: scroller.clientHeight,
  }
  const to = scrollTargetFor(position, geometry, view)
  if (to.top !== view.top) scroller.scrollTop = to.top
  if (to.left !== view.left) scroller.scrollLeft = to.left
}

/**
 * Handles a press on a cell. `go` is the action: move by default, extend with Shift, add with Ctrl.
 * Returns whether the browser may handle the press too. During a composition it must, because
 * losing the focus completes the syllable; the pressed cell becomes active once the editor has
 * committed.
 */
export function pressCell(
  table: Table,
  position: CellPosition,
  go: (table: Table, to: CellPosition) => void = moveTo,
): boolean {
  const isSame = position.row === table.position.row && position.column === table.position.column
  table.tabRun = null
  if (table.session.mode === 'ready') {
    go(table, position)
    focusCellInput(table)
    return false
  }
  if (isSame) return true
  const wasComposing = table.session.isComposing
  finishEdit(table, {
    mode: 'commit',
    isImmediate: true,
    after() {
      go(table, position)
      // The browser moves the focus after this press; only then can it be taken back.
      if (wasComposing) setTimeout(() => focusCellInput(table))
      else focusCellInput(table)
    },
  })
  return wasComposing
}

/** Another source is another result, even with the same generation number. */
export function adoptSource(table: Table): void {
  table.lastSourceState = { ...table.lastSourceState, generation: -1, queryKey: table.props.queryKey }
  handleSourceChange(table)
}

/** Handles a new result, a changed total or a loaded row. */
export function handleSourceChange(table: Table): void {
  const { source, queryKey, sort } = table.props
  const { generation } = source.getState()
  if (generation === table.lastSourceState.generation) {
    if (table.activeId === null && table.position.row >= 0)
      table.activeId = source.rowAt(table.position.row)?.id ?? null
    closeEditorOnRemovedRow(table)
    if (table.session.mode === 'ready') clampToGrid(table)
  } else {
    const isOtherQuery = queryKey !== table.lastSourceState.queryKey
    const sortBefore = table.lastSourceState.sort
    table.lastSourceState = { generation, queryKey, sort }
    if (isOtherQuery) {
      clearUnfoldedRows(table)
      resetToTop(table)
      announceResult(table, sortBefore)
    } else followActiveRow(table)
  }
  refreshOpenList(table)
  prepareCellInput(table)
  updateFocusView(table)
}

function resetToTop(table: Table): void {
  finishEdit(table, { mode: 'commit', isImmediate: true })
  table.chosenPage = null
  table.restoreRow = table.props.savedRow?.start() ?? 0
  selectOnlyActive(table)
  markCut(table, null)
  if (table.scroller) table.scroller.scrollTop = 0
  if (table.position.row >= 0) {
    table.position = { row: 0, column: table.position.column }
    table.activeId = table.props.source.rowAt(0)?.id ?? null
  }
  clampToGrid(table)
}

/**
 * After a refresh keeps the focused row at its position on screen, although its index may have
 * changed.
 */
function followActiveRow(table: Table): void {
  const { scroller, activeId, position } = table
  if (position.row < 0) {
    selectOnlyActive(table)
    markCut(table, null)
    return
  }
  const row = activeId === null ? -1 : table.props.source.indexOf(activeId)
  if (row === -1) {
    if (isFullyLoaded(table.props.source)) closeEditorOnRemovedRow(table)
    finishEdit(table, { mode: 'commit', isImmediate: true })
    selectOnlyActive(table)
    markCut(table, null)
    clampToGrid(table)
    table.activeId = table.props.source.rowAt(table.position.row)?.id ?? null
    return
  }
  if (row === position.row) {
    shiftSelection(table, 0)
    return
  }
  const rowTop = computeTopOfRow(table.geometry, position.row)
  const isInView =
    scroller !== null &&
    rowTop >= scroller.scrollTop - table.geometry.rowHeight &&
    rowTop <= scroller.scrollTop + scroller.clientHeight
  table.position = { row, column: position.column }
  shiftSelection(table, row - position.row)
  if (scroller && isInView) scroller.scrollTop += computeTopOfRow(table.geometry, row) - rowTop
}

/**
 * Whether every row is loaded. Only then is a missing record certain to be gone; otherwise it may
 * be beyond the loaded rows, and typed text is kept.
 */
function isFullyLoaded(source: RowSource): boolean {
  const { total } = source.getState()
  for (let row = 0; row < total; row += 1) if (!source.rowAt(row)) return false
  return true
}

function clampToGrid(table: Table): void {
  // While rows load, an empty result isn't final; the active cell waits for its row.
  const { status, total } = table.props.source.getState()
  if (status === 'loading' && total === 0) return
  const position = clampPosition(table.position, toGridShape(table))
  if (position.row === table.position.row && position.column === table.position.column) return
  table.position = position
  selectOnlyActive(table)
  table.activeId = getActiveRow(table)?.id ?? null
}

/**
 * Closes the editor when someone else deleted its record, once a composition is complete. Where
 * earlier edits of the record await a decision (`isGone`), the typed value joins them. Otherwise it
 * is passed to the screen, because an edit of a half-typed value would only be refused and need
 * another decision.
 */
function closeEditorOnRemovedRow(table: Table): void {
  const row = table.position.row >= 0 ? table.editedRow : null
  const column = getActiveColumn(table)
  if (!row || !column || table.session.mode === 'ready') return
  const isStillListed = table.props.source.rowById(row.id)?.isGone === true
  if (!isStillListed && !isRowGone(table, row)) return
  const { base } = table.session
  finishEdit(table, {
    mode: isStillListed ? 'commit' : 'cancel',
    isImmediate: true,
    after: (text) =>
      reportLostEdit(table, { row, column, text: text === undefined || text === base ? null : text, isStillListed }),
  })
}

/**
 * Whether the row has left the result: its position now holds another row, or is beyond the end. A
 * row that only scrolled far away isn't loaded, so its position is empty.
 */
function isRowGone({ position, props: { source } }: Table, row: SourceRow): boolean {
  if (source.rowById(row.id) || source.indexOf(row.id) !== -1) return false
  return position.row >= source.getState().total || source.rowAt(position.row) !== undefined
}

function reportLostEdit({ props }: Table, lostEdit: LostEdit): void {
  if (props.onLostEdit) props.onLostEdit(lostEdit)
  else props.onMessage({ type: 'warning', text: '입력하던 기록을 다른 곳에서 삭제했습니다.' })
}

/**
 * Keeps the active cell visible when the table shrinks, because of a notice, a second toolbar line
 * or the on-screen keyboard. A cell scrolled out of view stays there, unless it is being edited.
 * Returns a stop function.
 */
export function keepInSight(table: Table, scroller: HTMLElement): () => void {
  const controller = new AbortController()
  let height = scroller.clientHeight
  const observer = new ResizeObserver(() => {
    const before = height
    height = scroller.clientHeight
    const shouldStayInSight = table.session.mode !== 'ready' || isInSight(table, scroller, before)
    if (table.isFocused && height < before && shouldStayInSight) revealCell(table)
  })
  observer.observe(scroller)
  const revealEdit = () => {
    if (!table.isFocused || table.session.mode === 'ready') return
    revealCell(table)
    // In a low window the screen around the table scrolls, too.
    table.cellInput?.scrollIntoView({ block: 'nearest' })
  }
  // The table gets its new height one frame later.
  window.addEventListener('resize', () => requestAnimationFrame(revealEdit), { signal: controller.signal })
  return () => {
    controller.abort()
    observer.disconnect()
  }
}

/** Whether the active cell's line was visible at this table height. */
function isInSight(
  { position, geometry }: Table,
  { scrollTop: top, scrollLeft: left, clientWidth: width }: Element,
  height: number,
): boolean {
  return scrollTargetFor(position, geometry, { top, left, width, height }).top === top
}
