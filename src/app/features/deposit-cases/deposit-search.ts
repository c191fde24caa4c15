import { createRecordSearch } from '#app/records/url-state/record-search.ts'
import { caseDateFields } from '#contract/records/list-query.ts'

/**
 * Search parameters shared by 데이터 and 사건부. Both show the same cases, so switching keeps the
 * filters.
 */
export const depositSearch = createRecordSearch('deposit-cases', {
  days: { fields: caseDateFields, default: 'created_at' },
})
export type DepositSearch = typeof depositSearch.empty
