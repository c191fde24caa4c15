import { createRecordSearch, genericPages } from '#app/records/url-state/record-search.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { caseDateFields } from '#contract/records/list-query.ts'

export const caseBookSearch = createRecordSearch('real-estate', {
  days: { fields: [...caseDateFields, 'regi_date'], default: 'created_at' },
})

/** The case book used to be the first tab, so old links have its filters but no tab. */
export function resolveOldLinkTab(search: Readonly<Record<string, unknown>>): 'table' | undefined {
  const { filters } = realEstateBook
  const hasCaseFilters = filters.some(({ key }) => key in search) || search['date_field'] === 'created_at'
  return hasCaseFilters ? 'table' : undefined
}

/** Search parameters of the 데이터 tab. */
export const unitSearch = createRecordSearch('real-estate-units', {
  pages: genericPages,
  days: {
    fields: ['regi_date', 'contract_date', 'housing_reg_date', 'receipted_at', 'registrated_at'],
    default: 'regi_date',
  },
})
