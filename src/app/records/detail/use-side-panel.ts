import { useState } from 'react'
import type { CellTarget } from '#app/ui/data-table/data-table-props.ts'
import type { OnEdit } from '#app/ui/data-table/editing/edit-action.ts'
import type { PendingCells } from '#app/ui/data-table/pending/pending-cells-props.ts'
import { useDetailPanel, type DetailPanelState } from '#app/ui/detail-panel/use-detail-panel.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { bookToast } from '../actions/outcome-words.ts'
import { turnToRow } from '../address/table-position.ts'
import { useLinkedRecord } from './use-linked-record.ts'
import { useRegisteredCells } from './use-registered-cells.ts'
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
export function useSidePanel({ screen, opened, onEdit, label, missingText }: DetailDeps): {
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
  const cells = useRegisteredCells(source.wholeSource, label)
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
  return { detail, cells, isMissing, goTo: useLatestTarget([screen.commands.goTo, detail.goTo, linkedTarget]) }
}

/**
 * The most recent of several focus targets with a single turn counter, because both the undo
 * history and the detail panel move the focus into the table.
 */
function useLatestTarget(targets: readonly (CellTarget | null)[]): CellTarget | null {
  const [lastSeen, setLastSeen] = useState({ targets, later: null as CellTarget | null, turn: 0 })
  const changed = targets.find((target, at) => target !== lastSeen.targets[at])
  if (changed !== undefined) {
    const turn = lastSeen.turn + 1
    setLastSeen({ targets, later: changed && { ...changed, turn }, turn })
  }
  return lastSeen.later
}
