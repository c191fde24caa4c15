import { z } from 'zod'
import type { Filter, Query, Sort } from '#contract/query.ts'
import type { Field } from '#contract/records/field.ts'
import { caseBookDateFields } from '#contract/real-estate.ts'
import { realEstateDescription } from '#contract/records/real-estate.ts'
import { isDate } from '#contract/values.ts'

const text = z.string().max(200).catch('')
const day = z
  .string()
  .refine((value) => value === '' || isDate(value))
  .catch('')
/** A reference sorts by the name of what it points at. */
const sortable: readonly string[] = (realEstateDescription.fields as readonly Field[]).map(({ key, refers }) =>
  refers ? `${key}.${refers.label}` : key,
)

/** Page sizes of the case book (spec 2 §9). */
export const caseBookPageSizes = [10, 20, 30, 50, 100] as const

/**
 * What stands in the address bar of the case book (decision 11). Anything unreadable falls back to its default, so that an old or mistyped link still
 * opens the book. `sort`: a field key, `-` first for descending.
 */
export const caseBookSearchSchema = z.object({
  search: text.default(''),
  region: text.default(''),
  type: text.default(''),
  business_section: text.default(''),
  business_manager: text.default(''),
  date_field: z.enum(caseBookDateFields).catch('created_at').default('created_at'),
  start: day.default(''),
  end: day.default(''),
  sort: z
    .string()
    .refine((value) => sortable.includes(value.replace(/^-/, '')))
    .catch('-created_at')
    .default('-created_at'),
  page_size: z
    .union(caseBookPageSizes.map((size) => z.literal(size)))
    .catch(20)
    .default(20),
  page: z.int().min(1).catch(1).default(1),
})
export type CaseBookSearch = z.infer<typeof caseBookSearchSchema>

export const emptyCaseBookSearch: CaseBookSearch = caseBookSearchSchema.parse({})

/** The suggestion filters, each a field of the entry's group, and the list of the unique-fields answer that it offers. */
export const suggestionFilters = [
  { key: 'region', label: '지역', field: 'group_id.region', list: 'business_regions' },
  { key: 'type', label: '구분', field: 'group_id.type', list: 'business_types' },
  { key: 'business_section', label: '사업구간', field: 'group_id.name', list: 'business_sections' },
  { key: 'business_manager', label: '담당자', field: 'group_id.manager', list: 'business_managers' },
] as const

/** The question put to the RowSource. */
export function caseBookQuery(search: CaseBookSearch): Query {
  const filters: Filter[] = suggestionFilters
    .filter(({ key }) => search[key] !== '')
    .map(({ key, field }) => ({ op: 'contains', field, text: search[key] }))
  if (search.start !== '' || search.end !== '') {
    filters.push({ op: 'between', field: search.date_field, from: search.start || null, to: search.end || null })
  }
  return { filters, search: search.search, sort: [sortOf(search)] }
}

export function sortOf(search: CaseBookSearch): Sort {
  return search.sort.startsWith('-')
    ? { field: search.sort.slice(1), direction: 'desc' }
    : { field: search.sort, direction: 'asc' }
}

/** The same question as parameters of the server's Excel export (spec 2 §7); empty ones are dropped. */
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

/** True when a filter, a search or a range is set, so that 필터 초기화 has something to do. */
export function hasCaseBookFilter(search: CaseBookSearch): boolean {
  return Object.keys(caseBookExportParams(search)).length > 0
}
