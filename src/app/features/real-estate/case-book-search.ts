import { caseDateFields } from '#contract/list-question.ts'
import { recordSearch } from '#app/records/address/record-search.ts'

/** What stands in the address bar of the case book (decision 11). */
export const caseBookSearch = recordSearch('real-estate', {
  days: { among: caseDateFields, usual: 'created_at' },
})
