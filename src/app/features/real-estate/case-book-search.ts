import { caseDateFields } from '#contract/list-question.ts'
import { realEstateDescription, realEstateGroupDescription } from '#contract/books/real-estate.ts'
import { recordSearchKind } from '#app/records/address/record-search.ts'

/** The suggestion filters, each a field of the entry's group, and the list of the unique-fields answer that it offers. */
export const suggestionFilters = [
  { key: 'region', label: '지역', field: 'group_id.region', list: 'business_regions', op: 'contains' },
  { key: 'type', label: '구분', field: 'group_id.type', list: 'business_types', op: 'contains' },
  { key: 'business_section', label: '사업구간', field: 'group_id.name', list: 'business_sections', op: 'contains' },
  { key: 'business_manager', label: '담당자', field: 'group_id.manager', list: 'business_managers', op: 'contains' },
] as const

/** What stands in the address bar of the case book (decision 11). */
export const caseBookSearch = recordSearchKind({
  description: realEstateDescription,
  referred: { group_id: realEstateGroupDescription },
  named: suggestionFilters,
  dateFields: caseDateFields,
  defaultDateField: 'created_at',
})
export type CaseBookSearch = typeof caseBookSearch.empty

/** The same question as parameters of the server's Excel export (spec 2 §7); empty ones are dropped. It knows no `filters`: then the device exports. */
export function caseBookExportParams(search: CaseBookSearch): Record<string, string> {
  const params = {
    search: search.search,
    region: search.region,
    type: search.type,
    business_section: search.business_section,
    business_manager: search.business_manager,
    [`${search.date_field}_start`]: search.start,
    [`${search.date_field}_end`]: search.end,
  }
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))
}
