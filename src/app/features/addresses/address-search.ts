import { genericPages } from '#app/records/address/pages-of.ts'
import { recordSearch } from '#app/records/address/record-search.ts'

/** What stands in the address bar of 부동산 주소 (decision 11). */
export const addressSearch = recordSearch('addresses', {
  pages: genericPages,
  days: { among: ['receipted_at', 'created_at', 'registrated_at'], usual: 'receipted_at' },
})
