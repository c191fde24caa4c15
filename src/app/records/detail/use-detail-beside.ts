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
  /** Names the panel where unsaved input is spoken of. */
  readonly label: string
  /** Said when the record that the address names does not stand under the present question. */
  readonly missingText: string
}

/** A detail panel beside a book's table: both share their unsaved cells, the table turns to the page of the open record, and the focus goes where it was sent last. */
export function useDetailBeside({ screen, opened, onEdit, label, missingText }: DetailDeps): {
  detail: DetailPanelState
  cells: PendingCells
  goTo: CellTarget | null
  /** The address names a record that is not there at all. */
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

/** Whichever of several places was named last, as one succession of turns: history and detail panel both send the focus into the table. */
function useLaterTarget(targets: readonly (CellTarget | null)[]): CellTarget | null {
  const [seen, setSeen] = useState({ targets, later: null as CellTarget | null, turn: 0 })
  const fresh = targets.find((target, at) => target !== seen.targets[at])
  if (fresh !== undefined) {
    const turn = seen.turn + 1
    setSeen({ targets, later: fresh && { ...fresh, turn }, turn })
  }
  return seen.later
}
