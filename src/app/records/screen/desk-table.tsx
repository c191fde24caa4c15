import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import type { DataTableProps, LostEdit, Paging } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { bookToast } from '../actions/outcome-words.ts'
import { captionOfRow } from '../record-book.ts'
import { bookPageSizes } from '../address/record-search.ts'
import { sayLostEdit } from '../actions/say-lost-edit.ts'
import { tablePlace } from '../address/table-place.ts'
import { useHeldCells } from '../detail/use-held-cells.ts'
import type { RecordDesk } from './use-record-desk.ts'

export interface DeskTableProps extends Partial<DataTableProps> {
  readonly desk: RecordDesk
  readonly jumpMessages?: NonNullable<Paging['jumpMessages']>
}

/** A table on its desk, in pages or as one virtual list, with its column manager; cells are changed in place, everything else is the screen's own. */
export function DeskTable({ desk, jumpMessages, ...own }: DeskTableProps) {
  const { source, search, layout, actions, commands, book, paging, onPlace } = desk
  const toast = useToast()
  const cells = useHeldCells(source.whole, `${desk.label} 표에서 확인이 필요한 칸`)
  const place = { source, search, change: onPlace, paging, pageSizes: bookPageSizes }
  async function tellLostEdit(lost: LostEdit) {
    const stands = await desk.copy.getRow(book.collection, lost.row.id)
    const isThere = stands !== null && stands.state !== 'deleted'
    sayLostEdit({ toast, collection: book.collection, caption: captionOfRow(book, lost.row), isThere }, lost)
  }
  return (
    <>
      {/* In a low window the screen scrolls rather than leaving no row in sight. */}
      <div className="flex min-h-0 flex-1 flex-col cramped:min-h-80">
        <DataTable
          tableId={desk.tableId}
          label={desk.label}
          source={source}
          {...layout.table}
          {...tablePlace({ ...place, ...(jumpMessages && { jumpMessages }) })}
          queryKey={desk.queryKey}
          onEdit={actions.edit}
          onSettleConflict={(settlement) => void actions.settleConflict(settlement)}
          history={commands}
          goTo={commands.goTo}
          pending={cells}
          {...own}
          onMessage={(message) => toast[message.type](message.text, bookToast)}
          onLostEdit={(lost) => void tellLostEdit(lost)}
          today={officeToday}
        />
      </div>
      <ColumnManager {...layout.manager} groups={book.description.groups} source={source} />
    </>
  )
}
