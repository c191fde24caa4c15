import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { CellTarget } from '../data-table/data-table-props.ts'
import type { OnEdit } from '../data-table/editing/edit-action.ts'
import type { PendingCells } from '../data-table/pending/pending-cells-types.ts'
import { createPendingCells } from '../data-table/pending/pending-cells.ts'
import { useSourceState } from '../data-table/use-table.ts'
import { useLatest } from '../hooks/use-latest.ts'
import { type DetailDrafts, watchDraft } from './detail-draft.ts'

interface DetailOptions {
  /** The whole result, not one page, so that previous and next cross page boundaries. */
  readonly source: RowSource
  /** The map shared with the table (`useSharedCells`). */
  readonly cells: PendingCells
  /**
   * The open record; null when the panel is closed. The screen holds it, because it belongs in the
   * URL.
   */
  readonly rowId: string | null
  readonly onRowId: (rowId: string | null) => void
  /**
   * Applies what 저장 sends: one action and one undo step with a change per field. Absent when the
   * record is read-only.
   */
  readonly onEdit?: OnEdit
  /** Stores changes that wait for 저장, so that they outlive the page; keep the same object. */
  readonly drafts?: DetailDrafts
}

/**
 * State shared by the parts of a detail panel. A screen passes `open` to the table's `onOpenRow`,
 * `focusTarget` to its `focusTarget`, and the whole to `<DetailPanel>`.
 */
export interface DetailPanelState extends DetailOptions {
  readonly open: (row: SourceRow) => void
  readonly close: () => void
  /** Closes from the table, whose active cell stays. */
  readonly closeFromTable: () => void
  /** Closes without asking and discards unsaved changes, because the record is gone. */
  readonly closePanel: () => void
  readonly move: (by: -1 | 1) => void
  readonly position: RecordPosition
  readonly focusTarget: CellTarget | null
  /** Increases each time a user opens a record; the panel then takes the focus. */
  readonly focusTurn: number
  /** Set when the panel should close or move with unsaved changes; null otherwise. */
  readonly question: { readonly answer: (answer: UnsavedAnswer) => void } | null
  /** Returns false and sends nothing while some typed text is not a valid value. */
  readonly save: () => boolean
  readonly discard: () => void
}

export type UnsavedAnswer = 'save' | 'discard' | 'stay'

/** Tracks the open record, moves between records, and asks before unsaved changes are lost. */
export function useDetailPanel(options: DetailOptions): DetailPanelState {
  const { source, cells, rowId, onRowId, onEdit } = options
  const position = useRecordPosition(source, rowId)
  const unsavedRowIds = useUnsavedRows(cells)
  const [pendingTarget, setPendingTarget] = useState<NavigationTarget | null>(null)
  const [focusTarget, setFocusTarget] = useState<CellTarget | null>(null)
  const [focusTurn, setFocusTurn] = useState(0)
  const returnFocus = useReturnFocus(rowId)
  useDraft(options)

  function requestNavigation(next: NavigationTarget) {
    if (rowId === null || next.rowId === rowId || !unsavedRowIds.includes(rowId)) navigate(next)
    else setPendingTarget(next)
  }

  function navigate({ rowId: next, isOpening, isFromTable }: NavigationTarget) {
    setPendingTarget(null)
    onRowId(next)
    if (isOpening) setFocusTurn((requestNumber) => requestNumber + 1)
    const shownRowId = next ?? rowId
    const shouldKeepFocus = next !== null || returnFocus.canReturn()
    if (shownRowId !== null && !isOpening && !isFromTable)
      setFocusTarget((before) => ({
        rowId: shownRowId,
        key: null,
        shouldKeepFocus,
        requestNumber: (before?.requestNumber ?? 0) + 1,
      }))
  }

  function answer(choice: UnsavedAnswer) {
    if (!pendingTarget || rowId === null) return
    if (choice === 'discard') cells.discard(rowId)
    const canSave = choice === 'save' && onEdit !== undefined && cells.save([rowId], onEdit)
    if (choice === 'discard' || canSave) navigate(pendingTarget)
    else setPendingTarget(null)
  }

  const goToIndex = useGoToRow(source, (id) => requestNavigation({ rowId: id }))
  return {
    ...options,
    position,
    focusTarget,
    focusTurn,
    open(row) {
      returnFocus.remember()
      requestNavigation({ rowId: row.id, isOpening: true })
    },
    close: () => requestNavigation({ rowId: null }),
    closeFromTable: () => requestNavigation({ rowId: null, isFromTable: true }),
    closePanel() {
      if (rowId !== null) cells.discard(rowId)
      navigate({ rowId: null })
    },
    move(by) {
      const index = by === 1 ? position.next : position.previous
      if (index !== null) goToIndex(index)
    },
    question: pendingTarget && { answer },
    save: () => rowId !== null && onEdit !== undefined && cells.save([rowId], onEdit),
    discard: () => rowId !== null && cells.discard(rowId),
  }
}

function useDraft({ source, cells, rowId, drafts, onEdit }: DetailOptions): void {
  const isEditable = onEdit !== undefined
  useEffect(() => {
    if (rowId === null || !drafts || !isEditable) return undefined
    return watchDraft({ source, cells, rowId, drafts })
  }, [source, cells, rowId, drafts, isEditable])
}

/** Where the user wants to go: another record, or null to close the panel. */
interface NavigationTarget {
  readonly rowId: string | null
  readonly isOpening?: true
  readonly isFromTable?: true
}

/**
 * Goes to the record at an index of the result, waiting until it is loaded. A newer request
 * replaces a waiting one.
 */
function useGoToRow(source: RowSource, requestNavigation: (rowId: string) => void): (index: number) => void {
  const [awaitedIndex, setAwaitedIndex] = useState<number | null>(null)
  const latestGo = useLatest(requestNavigation)
  useEffect(() => {
    if (awaitedIndex === null) return undefined
    return source.subscribe(() => {
      const row = source.rowAt(awaitedIndex)
      if (!row) return
      setAwaitedIndex(null)
      latestGo()(row.id)
    })
  }, [source, awaitedIndex, latestGo])
  return (index) => {
    const row = source.rowAt(index)
    setAwaitedIndex(row ? null : index)
    if (row) requestNavigation(row.id)
    else source.ensureRange(Math.max(0, index - preloadRadius), index + preloadRadius)
  }
}

const preloadRadius = 50

/**
 * Returns the focus to the element the panel was opened from. In a table this is its single input,
 * which is on the record's cell by then.
 */
function useReturnFocus(rowId: string | null) {
  const opener = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (rowId !== null) return
    opener.current?.focus({ preventScroll: true })
    opener.current = null
  }, [rowId])
  return {
    remember() {
      const { activeElement } = document
      if (opener.current === null && activeElement instanceof HTMLElement && activeElement !== document.body)
        opener.current = activeElement
    },
    canReturn: () => opener.current?.isConnected === true,
  }
}

/** Position of a record in the result. */
export interface RecordPosition {
  /** Index from 0; null when the record is not in the result. */
  readonly index: number | null
  readonly total: number
  /** Indexes of the previous and next record; null at the ends. */
  readonly previous: number | null
  readonly next: number | null
}

/**
 * Follows the record through refreshes. A record that left the result keeps the neighbors of its
 * last position.
 */
function useRecordPosition(source: RowSource, rowId: string | null): RecordPosition {
  const { total } = useSourceState(source)
  const index = rowId === null ? -1 : source.indexOf(rowId)
  const [last, setLast] = useState(index)
  if (index !== -1 && index !== last) setLast(index)
  return computeRecordPosition(index, last, total)
}

/**
 * `index` is -1 when the record is not in the result. `last` is its last known index, -1 for none.
 */
export function computeRecordPosition(index: number, last: number, total: number): RecordPosition {
  const isGone = index === -1
  const previous = isGone ? Math.min(last, total) - 1 : index - 1
  const next = isGone ? last : index + 1
  return {
    index: isGone ? null : index,
    total,
    previous: previous >= 0 ? previous : null,
    next: next >= 0 && next < total ? next : null,
  }
}

/**
 * The map of pending edits; pass the same one to a table and its detail panel. With `defersEdits`,
 * edits in the table also wait for 저장; it is read only once.
 */
export function useSharedCells(source: RowSource, options: { readonly defersEdits?: boolean } = {}): PendingCells {
  const latestSource = useLatest(source)
  const [cells] = useState(() => createPendingCells(latestSource, options))
  return cells
}

/** Ids of rows with unsaved changes; also used to ask before leaving the screen. */
export function useUnsavedRows(cells: PendingCells): readonly string[] {
  return useSyncExternalStore(cells.subscribeUnsaved, cells.unsavedRows)
}
