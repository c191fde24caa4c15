import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { TableFilters } from '#app/records/screen/table-filters.tsx'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { QuickExport } from './quick-export.tsx'
import type { QuickScreenState } from './use-quick-screen.ts'

/** Search box, filters and the table's own buttons. */
export function QuickFilters({ screen }: { screen: QuickScreenState }) {
  return (
    <TableFilters
      screen={screen}
      state={screen.state}
      searchPlaceholder="기사명·보내는 분·받는 분·메모"
      isFilterable={isFilterable}
      actions={
        <>
          <QuickExport screen={screen} />
          <TableButtons screen={screen} />
        </>
      }
    />
  )
}

/** A balance is no field: no query can ask for it. */
function isFilterable({ key }: Column): boolean {
  return key !== 'balance'
}
