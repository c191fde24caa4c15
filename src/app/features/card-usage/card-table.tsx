import { cardUsageDescription } from '#contract/records/card-usage.ts'
import { readSort, writeSort } from '#app/records/address/sort-in-address.ts'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { CardSearch } from './card-search.ts'
import type { CardDesk } from './use-card-desk.ts'

interface CardTableProps {
  title: string
  desk: CardDesk
  queryKey: string
  search: CardSearch
  onSort(sort: string): void
}

/** The list of uses (spec 1 §2.3): purpose and note unfold, the pencil opens the form. */
export function CardTable({ title, desk, queryKey, search, onSort }: CardTableProps) {
  const { source, layout, commands, isNarrow } = desk
  const toast = useToast()
  return (
    <>
      <DataTable
        // Another set of columns is another table: nothing of the wide one's places fits.
        key={String(isNarrow)}
        tableId={isNarrow ? 'card-usage-narrow' : 'card-usage'}
        label={title}
        source={source}
        {...layout.table}
        hidesRowNumbers={isNarrow}
        sort={readSort(search.sort)}
        onSort={(sort) => onSort(writeSort(sort))}
        queryKey={queryKey}
        opens="edit"
        onOpenRow={desk.setEdited}
        // On a phone 삭제 stands in the form.
        {...(isNarrow ? {} : { onDeleteRow: (row) => void desk.remove(row) })}
        onSettleConflict={({ opId, key, choice }) => void desk.copy.outbox.resolveConflict(opId, { [key]: choice })}
        goTo={commands.goTo}
        history={commands}
        empty={{ text: '표시할 카드사용내역이 없습니다.' }}
        onMessage={(message) => toast[message.type](message.text)}
        today={officeToday}
      />
      <ColumnManager {...layout.manager} groups={cardUsageDescription.groups} source={source} />
    </>
  )
}
