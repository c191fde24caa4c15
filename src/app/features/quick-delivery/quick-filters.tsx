import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { TableFilters } from '#app/records/screen/table-filters.tsx'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { QuickExport } from './quick-export.tsx'
import type { QuickDesk } from './use-quick-desk.ts'

/** Search box, filters and the table's own buttons. */
export function QuickFilters({ desk }: { desk: QuickDesk }) {
  return (
    <TableFilters
      desk={desk}
      state={desk.state}
      searchPlaceholder="기사명·보내는 분·받는 분·메모"
      isFilterable={isFilterable}
      actions={
        <>
          <QuickExport desk={desk} />
          <TableButtons desk={desk} />
        </>
      }
    />
  )
}

/** A balance is no field: no query can ask for it. */
function isFilterable({ key }: Column): boolean {
  return key !== 'balance'
}
