import { useMemo } from 'react'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import type { ScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { flaggedColumn, useColumnFlag, type ColumnFlag } from '#app/records/screen/column-flags.ts'
import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import { useScreenState, type ScreenState } from '#app/records/screen/use-screen-state.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { useLatest } from '#app/ui/use-latest.ts'
import type { DepositSearch } from './deposit-search.ts'
import { sectionOptions } from './section-choices.ts'
import { useDepositOffers, type DepositOffers } from './use-deposit-offers.ts'

/**
 * What 데이터 and 사건부 share: the screen's state, the actions with one undo history, and the values its
 * fields offer.
 */
export function useDepositScreen(
  records: ScreenRecords<DepositSearch>,
  { flags }: Pick<RecordExtras, 'flags'>,
  options: { label: string; wordings?: Wordings; loadFailed?: string },
): { readonly screen: ScreenState<DepositSearch>; readonly offers: DepositOffers } {
  const offers = useDepositOffers(records.copy)
  const offersNow = useLatest(offers)
  const flag = useColumnFlag(records.copy, flags)
  const columns = useMemo(() => depositColumns(offersNow, flag), [offersNow, flag])
  return { screen: useScreenState({ ...records, ...options, columns, historyId: depositCaseDescription.name }), offers }
}

/**
 * All columns of a deposit case; `offers` is called whenever a list opens. Required columns cannot
 * be hidden, so the entry line always has them.
 */
function depositColumns(offers: () => DepositOffers, flag: ColumnFlag): readonly Column[] {
  const columns = allColumnsOf(depositCaseDescription, {
    business_section: { isHidden: false, options: () => sectionOptions(offers().masters) },
    business_manager: { isHidden: false },
    owner_name: { isHidden: false },
    address: { isHidden: false },
    purpose: { isHidden: false },
    // Linked in the panel that shows the address, with a search, because there are thousands.
    address_id: { isEditable: false },
  })
  return columns.map((column) => (column.key === 'owner_name' ? flaggedColumn(column, flag) : column))
}
