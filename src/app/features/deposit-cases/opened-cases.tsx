import type { ReactNode } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useOfflineCopy } from '#app/records/copy/offline-copy.tsx'
import { useAddressSearch, type SearchState } from '#app/records/address/use-address-search.ts'
import { useRecordRows } from '#app/records/screen/use-record-rows.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import { depositSearch, type DepositSearch } from './deposit-search.ts'

/** The cases that a view shows, and how it asks for others. */
export interface Opened {
  readonly tableId: string
  readonly copy: OfflineCopy
  readonly state: SearchState<DepositSearch>
  readonly paging: ReturnType<typeof usePagingMode>
  readonly source: PageWindowSource
  readonly queryKey: string
}

/** Opens the cases of the question in the address for one of the two views. */
export function OpenedCases({ tableId, children }: { tableId: string; children: (opened: Opened) => ReactNode }) {
  const copy = useOfflineCopy()
  const state = useAddressSearch<DepositSearch>(depositSearch)
  const paging = usePagingMode(tableId)
  const { page, page_size: pageSize } = state.search
  const query = depositSearch.query(state.search)
  const { source, queryKey } = useRecordRows(copy, {
    ...{ collection: 'deposit-cases', query, mode: paging[0], page, pageSize },
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3">
      {source ? children({ tableId, copy, state, paging, source, queryKey }) : null}
    </div>
  )
}
