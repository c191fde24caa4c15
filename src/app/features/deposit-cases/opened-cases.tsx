import type { ReactNode } from 'react'
import { type ScreenRecords, useScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { depositSearch, type DepositSearch } from './deposit-search.ts'

/** Opens the cases that match the filters in the URL, for one of the two tabs. */
export function OpenedCases(props: {
  tableId: string
  children: (records: ScreenRecords<DepositSearch>) => ReactNode
}) {
  const state = useUrlSearch(depositSearch)
  const records = useScreenRecords({ recordSearch: depositSearch, state, tableId: props.tableId })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3 laptop:gap-2 laptop:pt-0 tablet:gap-2 tablet:pt-1">
      {records ? props.children(records) : null}
    </div>
  )
}
