import { useEffect, useRef, useState } from 'react'
import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { CellTarget } from '../data-table/data-table-props.ts'
import type { OnEdit } from '../data-table/editing/edit-action.ts'
import type { PendingCells } from '../data-table/pending/pending-cells-props.ts'
import { useLatest } from '../use-latest.ts'
import { useRecordPosition } from './use-record-position.ts'
import type { RecordPosition } from './use-record-position.ts'
import { useUnsavedRows } from './use-shared-cells.ts'

export interface DetailOptions {
  /** The whole result, never one page of it: previous and next go on over the page's edge. */
  readonly source: RowSource
  /** The map the table has too (`useSharedCells`). */
  readonly cells: PendingCells
  /** The open record; null: the panel is closed. It belongs into the address (decision 11), so the screen keeps it. */
  readonly rowId: string | null
  readonly onRowId: (rowId: string | null) => void
  /** Carries out what 저장 sends: one action, one undo step, a change per field. Absent: everything is only read. */
  readonly onEdit?: OnEdit
}

/** What the parts of a detail panel share. A screen gives `open` to the table's `onOpenRow`, `goTo` to its `goTo`, and the whole to `<DetailPanel>`. */
export interface DetailPanelState extends DetailOptions {
  readonly open: (row: SourceRow) => void
  readonly close: () => void
  /** Closes without a question: the record is gone, and what was typed into it with it. */
  readonly leave: () => void
  readonly move: (by: -1 | 1) => void
  readonly position: RecordPosition
  readonly goTo: CellTarget | null
  /** Raised whenever a person opens a record: the focus goes into the panel then. */
  readonly focusTurn: number
  /** Something waits for 저장 and the panel is to close or move: what then? Null while nothing is asked. */
  readonly question: { readonly answer: (answer: UnsavedAnswer) => void } | null
  /** False, with nothing sent, while a typed text stands for no value. */
  readonly save: () => boolean
  readonly discard: () => void
}

export type UnsavedAnswer = 'save' | 'discard' | 'stay'

/** Which record is open, how one comes to another, and that nothing typed is left behind unasked. */
export function useDetailPanel(options: DetailOptions): DetailPanelState {
  const { source, cells, rowId, onRowId, onEdit } = options
  const position = useRecordPosition(source, rowId)
  const unsaved = useUnsavedRows(cells)
  const [wish, setWish] = useState<Wish | null>(null)
  const [goTo, setGoTo] = useState<CellTarget | null>(null)
  const [focusTurn, setFocusTurn] = useState(0)
  const focus = useReturnedFocus(rowId)

  function go(next: Wish) {
    if (rowId === null || next.rowId === rowId || !unsaved.includes(rowId)) carryOut(next)
    else setWish(next)
  }

  function carryOut({ rowId: next, isOpening }: Wish) {
    setWish(null)
    onRowId(next)
    if (isOpening) setFocusTurn((turn) => turn + 1)
    const shown = next ?? rowId
    const keepsFocus = next !== null || focus.canReturn()
    if (shown !== null && !isOpening)
      setGoTo((before) => ({ rowId: shown, key: null, keepsFocus, turn: (before?.turn ?? 0) + 1 }))
  }

  function answer(given: UnsavedAnswer) {
    if (!wish || rowId === null) return
    if (given === 'discard') cells.discard(rowId)
    const isKept = given === 'save' && onEdit !== undefined && cells.save([rowId], onEdit)
    if (given === 'discard' || isKept) carryOut(wish)
    else setWish(null)
  }

  const visit = useAwaitedRow(source, (id) => go({ rowId: id }))
  return {
    ...options,
    position,
    goTo,
    focusTurn,
    open(row) {
      focus.remember()
      go({ rowId: row.id, isOpening: true })
    },
    close: () => go({ rowId: null }),
    leave() {
      if (rowId !== null) cells.discard(rowId)
      carryOut({ rowId: null })
    },
    move(by) {
      const at = by === 1 ? position.next : position.previous
      if (at !== null) visit(at)
    },
    question: wish && { answer },
    save: () => rowId !== null && onEdit !== undefined && cells.save([rowId], onEdit),
    discard: () => rowId !== null && cells.discard(rowId),
  }
}

/** Where a person wants to go: to another record, or (null) out of the panel. */
interface Wish {
  readonly rowId: string | null
  readonly isOpening?: true
}

/** Goes to the record at a place of the result, now or as soon as it is loaded. A newer wish takes the place of one that waits. */
function useAwaitedRow(source: RowSource, go: (rowId: string) => void): (at: number) => void {
  const [awaited, setAwaited] = useState<number | null>(null)
  const goNow = useLatest(go)
  useEffect(() => {
    if (awaited === null) return undefined
    return source.subscribe(() => {
      const row = source.rowAt(awaited)
      if (!row) return
      setAwaited(null)
      goNow()(row.id)
    })
  }, [source, awaited, goNow])
  return (at) => {
    const row = source.rowAt(at)
    setAwaited(row ? null : at)
    if (row) go(row.id)
    else source.ensureRange(Math.max(0, at - around), at + around)
  }
}

const around = 50

/** The focus goes back to where the panel was opened from: the table's one input, which stands on the record's cell by then. */
function useReturnedFocus(rowId: string | null) {
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
