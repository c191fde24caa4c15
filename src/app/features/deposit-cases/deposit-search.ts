import { z } from 'zod'
import { caseDateFields } from '#contract/list-question.ts'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import { recordSearchKind } from '#app/records/address/record-search.ts'

/** Filters of grid and case book (spec 2 §2), each with the list of the unique-fields answer that it offers. */
export const depositTextFilters = [
  { key: 'business_section', label: '사업구간', field: 'business_section', list: 'business_sections', op: 'contains' },
  { key: 'business_manager', label: '담당자', field: 'business_manager', list: 'business_managers', op: 'contains' },
  { key: 'purpose', label: '등기목적', field: 'purpose', list: 'purposes', op: 'contains' },
] as const

/** What stands in the address of 데이터 and 사건부 alike: turning from one to the other keeps the question, for they show the same cases. */
export const depositSearch = recordSearchKind({
  description: depositCaseDescription,
  named: [...depositTextFilters, { key: 'status', field: 'status', op: 'one_of' }],
  dateFields: caseDateFields,
  defaultDateField: 'created_at',
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

/** Which case the detail panel shows and which of its tabs; beside the question, because opening a case asks nothing. */
export const openCaseSchema = z.object({
  open: z.string().catch('').default(''),
  detail: z.string().catch('basic').default('basic'),
})
