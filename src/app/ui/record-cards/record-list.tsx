import { LayoutList } from 'lucide-react'
import type { CardFields } from '#contract/books/field.ts'
import { Button } from '../buttons/button.tsx'
import { DataTable } from '../data-table/data-table.tsx'
import type { Column, DataTableProps } from '../data-table/data-table-props.ts'
import { useListView } from './narrow-list.ts'
import { RecordCards } from './record-cards.tsx'

export interface RecordListProps extends DataTableProps {
  /**
   * Columns for the cards, in default order and including hidden ones, and overrides for their
   * layout.
   */
  readonly card: { readonly columns: readonly Column[]; readonly fields?: CardFields | undefined }
  /**
   * Creates a record from the cards, which have no entry line. Absent when the screen has its own
   * button or creates no records.
   */
  readonly onAddCard?: (() => void) | undefined
}

/** A list as a table, or as cards on narrow screens. */
export function RecordList({ card, onAddCard, ...table }: RecordListProps) {
  const { isNarrow, isCards, toggleView } = useListView(table.tableId)
  if (isCards)
    return (
      <RecordCards props={table} columns={card.columns} fields={card.fields} onAdd={onAddCard} onTable={toggleView} />
    )
  return (
    <>
      {isNarrow ? (
        <div className="flex shrink-0 justify-end">
          <Button tone="transparent" size="sm" icon={<LayoutList size={16} strokeWidth={1.5} />} onClick={toggleView}>
            카드로 보기
          </Button>
        </div>
      ) : null}
      <DataTable {...table} />
    </>
  )
}
