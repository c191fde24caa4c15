import { useMemo } from 'react'
import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { barQuestion } from '#app/records/address/table-question.ts'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import { filterableColumns } from '#app/ui/filter-bar/filter-question.ts'
import { useCountValues } from '#app/ui/filter-bar/use-count-values.ts'
import { QuickExport } from './quick-export.tsx'
import { quickTableId, type QuickDesk } from './use-quick-desk.ts'

/** Search box, filters and the table's own buttons. */
export function QuickFilters({ desk }: { desk: QuickDesk }) {
  const { state, source, columns } = desk
  const fields = useMemo(() => filterableColumns(columns.filter(({ key }) => key !== 'balance')), [columns])
  const countValues = useCountValues(source)
  return (
    <FilterBar
      tableId={quickTableId}
      label="퀵 기록"
      {...barQuestion(state)}
      controls={[]}
      fields={fields}
      countValues={countValues}
      delayMs={0}
      searchPlaceholder="기사명·보내는 분·받는 분·메모"
      resetLabel="필터 초기화"
      actions={
        <>
          <QuickExport desk={desk} />
          <TableButtons desk={desk} />
        </>
      }
    />
  )
}
