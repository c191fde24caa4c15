import { genericPages } from '#app/records/address/pages-of.ts'
import { recordSearch } from '#app/records/address/record-search.ts'

/** Search parameters of the 데이터 tab. */
export const unitSearch = recordSearch('real-estate-units', {
  pages: genericPages,
  days: {
    fields: ['regi_date', 'contract_date', 'housing_reg_date', 'receipted_at', 'registrated_at'],
    default: 'regi_date',
  },
})
