import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { findRow } from '#app/action-history/find-row.ts'
import type { CellTarget } from '#app/ui/data-table/data-table-props.ts'
import type { OnEdit } from '#app/ui/data-table/editing/edit-action.ts'
import type { PendingCells } from '#app/ui/data-table/pending/pending-cells-types.ts'
import {
  type DetailPanelState,
  useDetailPanel,
  useSharedCells,
  useUnsavedRows,
} from '#app/ui/detail-panel/use-detail-panel.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { RowSource } from '#contract/records/row-source.ts'
import { bookToast } from '../actions/outcome-texts.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { useDirtyForm } from '../unstored-values/dirty-form.ts'
import { turnToRow } from '../url-state/table-position.ts'
import type { OpenRecord } from '../url-state/use-url-search.ts'
import { createPanelDrafts } from './panel-drafts.ts'

interface SidePanelOptions {
  readonly screen: ScreenState
  readonly opened: OpenRecord
  readonly onEdit: OnEdit
  /** Name of the panel in messages about unsaved input. */
  readonly label: string
  /** Message when the record named in the URL doesn't match the current query. */
  readonly missingText: string
}

/**
 * State of a detail panel next to a book's table. Both share their unsaved cells, the table turns
 * to the page of the open record, and the latest focus request wins.
 */
export function useSidePanel({ screen, opened, onEdit, label, missingText }: SidePanelOptions): {
  detail: DetailPanelState
  cells: PendingCells
  focusTarget: CellTarget | null
  /** The record named in the URL doesn't exist. */
  isMissing: boolean
} {
  const { source } = screen
  const { rowId } = opened
  const toast = useToast()
  const [missingId, setMissingId] = useState<string | null>(null)
  const { book, copy } = screen
  const drafts = useMemo(() => createPanelDrafts({ book, userId: copy.userId }), [book, copy.userId])
  const cells = useGuardedCells(source.wholeSource, label, (id) => drafts.save(id, []))
  const goToRow = (id: string) => turnToRow(screen, source.wholeSource.indexOf(id))
  const detail = useDetailPanel({
    source: source.wholeSource,
    cells,
    rowId,
    onRowId(id) {
      opened.open(id)
      if (id !== null) goToRow(id)
    },
    onEdit,
    drafts,
  })
  const linkedTarget = useLinkedRecord({
    source: source.wholeSource,
    rowId,
    onFound: goToRow,
    async onMissing(id) {
      if ((await screen.copy.getRow(screen.book.collection, id)) === null) return setMissingId(id)
      opened.open(null)
      toast.info(missingText, bookToast)
    },
  })
  const isMissing = rowId !== null && missingId === rowId
  return {
    detail,
    cells,
    isMissing,
    focusTarget: useLatestTarget([screen.commands.focusTarget, detail.focusTarget, linkedTarget]),
  }
}

/**
 * The most recent of several focus targets with a single turn counter, because both the undo
 * history and the detail panel move the focus into the table.
 */
function useLatestTarget(targets: readonly (CellTarget | null)[]): CellTarget | null {
  const [lastSeen, setLastSeen] = useState({ targets, later: null as CellTarget | null, requestNumber: 0 })
  const changed = targets.find((target, index) => target !== lastSeen.targets[index])
  if (changed !== undefined) {
    const requestNumber = lastSeen.requestNumber + 1
    setLastSeen({ targets, later: changed && { ...changed, requestNumber }, requestNumber })
  }
  return lastSeen.later
}

interface LinkedRecordOptions {
  /** Rows of the whole result; those of one page would miss a record on another page. */
  source: RowSource
  /** Id of the record named in the URL; null for none. */
  rowId: string | null
  onFound(rowId: string): void
  /** Called when the record isn't in the result. */
  onMissing(rowId: string): Promise<void>
}

/**
 * Moves the table's active cell to the record named in the URL (by the search, a link or a banner)
 * once the result is loaded, so that the panel has its row and what is typed next goes to the
 * record shown.
 */
function useLinkedRecord(options: LinkedRecordOptions): CellTarget | null {
  const { source, rowId } = options
  const latest = useLatest(options)
  const [target, setTarget] = useState<CellTarget | null>(null)
  const lastRowId = useRef<string | null>(null)
  useEffect(() => {
    const isNew = rowId !== lastRowId.current
    lastRowId.current = rowId
    // Later results leave the active cell where the user has moved it.
    if (rowId === null || (!isNew && source.rowById(rowId))) return
    const watch = { isCancelled: false, stop: () => undefined as void }
    async function revealRecord(id: string) {
      watch.stop()
      const isFound = await findRow(source, id)
      if (watch.isCancelled) return
      if (!isFound) return latest().onMissing(id)
      latest().onFound(id)
      setTarget((before) => ({
        rowId: id,
        key: null,
        shouldKeepFocus: true,
        requestNumber: (before?.requestNumber ?? 0) + 1,
      }))
    }
    if (isFullyLoaded(source)) void revealRecord(rowId)
    else watch.stop = source.subscribe(() => isFullyLoaded(source) && void revealRecord(rowId))
    return () => {
      watch.isCancelled = true
      watch.stop()
    }
  }, [source, rowId, latest])
  return target
}

function isFullyLoaded(source: RowSource): boolean {
  const { status, isComplete } = source.getState()
  return status === 'ready' && isComplete
}

/**
 * Unsent values of a table and its detail panel. Input waiting for 저장 and text that is not a valid
 * value (a day that doesn't exist) exist only here. `name` tells the user where before they are
 * dropped; `onDiscard` is called for each row with such input once the user agrees.
 */
export function useGuardedCells(source: RowSource, name: string, onDiscard?: (rowId: string) => void): PendingCells {
  const cells = useSharedCells(source)
  const unstoredIds = useSyncExternalStore(cells.subscribeUnstored, cells.unstoredRows)
  // Values the device has no room for have their own guard (unstored-guard.tsx) and return with
  // their table.
  useDirtyForm(hasOtherRows(useUnsavedRows(cells), unstoredIds), name, {
    onDiscard: () => cells.unsavedRows().forEach((id) => onDiscard?.(id)),
  })
  return cells
}

function hasOtherRows(rows: readonly string[], knownRows: readonly string[]): boolean {
  const knownIds = new Set(knownRows)
  return rows.some((row) => !knownIds.has(row))
}
