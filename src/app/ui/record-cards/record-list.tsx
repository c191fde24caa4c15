import { LayoutList } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import type { CardFields } from '#contract/books/field.ts'
import { createDeviceChoice, useDeviceSetting } from '../browser/device-setting.ts'
import { useMediaQuery } from '../browser/use-media-query.ts'
import { Button } from '../buttons/button.tsx'
import type { Column, DataTableProps } from '../data-table/data-table-props.ts'
import { DataTable } from '../data-table/data-table.tsx'
import { listMountedTables } from '../data-table/mounted-tables.ts'
import { RecordCards } from './record-cards.tsx'

interface RecordListProps extends DataTableProps {
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

/** On narrow screens, cards by default or the table if this user chose it. */
const listView = createDeviceChoice('list-view', ['cards', 'table'])

/**
 * How a list is shown at this width, with a function to switch. `isNarrow` means that there is a
 * choice.
 */
function useListView(tableId: string): { isNarrow: boolean; isCards: boolean; toggleView(): void } {
  const isNarrow = useMediaQuery('(width < 40rem)')
  const [view, setView] = useDeviceSetting(listView)
  const wantsCards = isNarrow && view === 'cards'
  const isTyping = useIsTyping(tableId, wantsCards)
  return {
    isNarrow,
    isCards: wantsCards && !isTyping,
    toggleView: () => setView(view === 'cards' ? 'table' : 'cards'),
  }
}

/**
 * Whether an editor is open or an entry line was begun; switching from the table would lose them.
 * Subscribes only while `isWatching` is true.
 */
function useIsTyping(tableId: string, isWatching: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const table = findMountedTable(tableId)
      const stops = table && isWatching ? ['focus', 'entry'].map((name) => table.signals.on(name, listener)) : []
      return () => stops.forEach((stop) => stop())
    },
    [tableId, isWatching],
  )
  return useSyncExternalStore(subscribe, () => {
    const table = findMountedTable(tableId)
    return table !== undefined && (table.session.mode !== 'ready' || table.entry.hasInput())
  })
}

function findMountedTable(tableId: string) {
  return listMountedTables().find(({ props }) => props.tableId === tableId)
}
