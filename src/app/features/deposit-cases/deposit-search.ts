import { caseDateFields } from '#contract/list-question.ts'
import { recordSearch } from '#app/records/address/record-search.ts'

/** What stands in the address of 데이터 and 사건부 alike: turning from one to the other keeps the question, for they show the same cases. */
export const depositSearch = recordSearch('deposit-cases', {
  days: { among: caseDateFields, usual: 'created_at' },
})
export type DepositSearch = typeof depositSearch.empty
