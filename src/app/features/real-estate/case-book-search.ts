import { caseDateFields } from '#contract/list-question.ts'
import { recordSearch } from '#app/records/address/record-search.ts'

/** What stands in the address bar of the case book (decision 11); the text filters are fields of the entry's group. */
export const caseBookSearch = recordSearch('real-estate', {
  named: [
    { key: 'region', label: '지역', field: 'group_id.region', op: 'contains' },
    { key: 'type', label: '구분', field: 'group_id.type', op: 'contains' },
    { key: 'business_section', label: '사업구간', field: 'group_id.name', op: 'contains' },
    { key: 'business_manager', label: '담당자', field: 'group_id.manager', op: 'contains' },
  ],
  days: { among: caseDateFields, usual: 'created_at' },
  usualSort: '-created_at',
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
