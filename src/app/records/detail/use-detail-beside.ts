import { useState } from 'react'
import type { CellTarget } from '#app/ui/data-table/data-table-props.ts'
import type { OnEdit } from '#app/ui/data-table/editing/edit-action.ts'
import type { PendingCells } from '#app/ui/data-table/pending/pending-cells-props.ts'
import { useDetailPanel, type DetailPanelState } from '#app/ui/detail-panel/use-detail-panel.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { bookToast } from '../actions/outcome-words.ts'
import { turnToRow } from '../address/table-position.ts'
import { useBroughtRecord } from './use-brought-record.ts'
import { useHeldCells } from './use-held-cells.ts'
import type { OpenRecord } from '../address/use-open-record.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'

interface DetailDeps {
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
export function useDetailBeside({ screen, opened, onEdit, label, missingText }: DetailDeps): {
  detail: DetailPanelState
  cells: PendingCells
  goTo: CellTarget | null
  /** The record named in the URL doesn't exist. */
  isMissing: boolean
} {
  const { source } = screen
  const { rowId } = opened
  const toast = useToast()
  const [missingId, setMissingId] = useState<string | null>(null)
  const cells = useHeldCells(source.whole, label)
  const turnTo = (id: string) => turnToRow(screen, source.whole.indexOf(id))
  const detail = useDetailPanel({
    source: source.whole,
    cells,
    rowId,
    onRowId(id) {
      opened.open(id)
      if (id !== null) turnTo(id)
    },
    onEdit,
  })
  const brought = useBroughtRecord({
    source: source.whole,
    rowId,
    onFound: turnTo,
    async onMissing(id) {
      if ((await screen.copy.getRow(screen.book.collection, id)) === null) return setMissingId(id)
      opened.open(null)
      toast.info(missingText, bookToast)
    },
  })
  const isMissing = rowId !== null && missingId === rowId
  return { detail, cells, isMissing, goTo: useLaterTarget([screen.commands.goTo, detail.goTo, brought]) }
}

/**
 * The most recent of several focus targets with a single turn counter, because both the undo
 * history and the detail panel move the focus into the table.
 */
function useLaterTarget(targets: readonly (CellTarget | null)[]): CellTarget | null {
  const [seen, setSeen] = useState({ targets, later: null as CellTarget | null, turn: 0 })
  const fresh = targets.find((target, at) => target !== seen.targets[at])
  if (fresh !== undefined) {
    const turn = seen.turn + 1
    setSeen({ targets, later: fresh && { ...fresh, turn }, turn })
  }
  return seen.later
}
