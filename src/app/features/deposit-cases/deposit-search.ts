import { caseDateFields } from '#contract/list-question.ts'
import { recordSearch } from '#app/records/address/record-search.ts'

/** What stands in the address of 데이터 and 사건부 alike: turning from one to the other keeps the question, for they show the same cases (filters: spec 2 §2). */
export const depositSearch = recordSearch('deposit-cases', {
  named: [
    { key: 'business_section', field: 'business_section', op: 'contains' },
    { key: 'business_manager', field: 'business_manager', op: 'contains' },
    { key: 'purpose', field: 'purpose', op: 'contains' },
    { key: 'status', field: 'status', op: 'one_of' },
  ],
  days: { among: caseDateFields, usual: 'created_at' },
  usualSort: '-created_at',
})
export type DepositSearch = typeof depositSearch.empty

/** The same question as parameters of the server's Excel export (contract/deposit-cases.ts); empty ones are dropped. It knows no `filters`: then the device exports. */
export function depositExportParams(search: DepositSearch): Record<string, string> {
  const { start, end } = search
  const params = {
    search: search.search,
    business_section: search.business_section,
    business_manager: search.business_manager,
    purpose: search.purpose,
    status: search.status,
    date_filter_type: start === '' && end === '' ? '' : search.date_field,
    date_filter_start: start,
    date_filter_end: end,
  }
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))
}
