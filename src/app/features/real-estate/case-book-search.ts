import { z } from 'zod'
import { filterSchema, type Filter, type Query, type Sort } from '#contract/query.ts'
import type { Field } from '#contract/records/field.ts'
import { caseBookDateFields, type CaseBookDateField } from '#contract/real-estate.ts'
import { realEstateDescription, realEstateGroupDescription } from '#contract/records/real-estate.ts'
import { isDate } from '#contract/values.ts'
import type { FilterQuestion } from '#app/ui/filter-bar/filter-question.ts'

const text = z.string().max(200).catch('')
const day = z
  .string()
  .refine((value) => value === '' || isDate(value))
  .catch('')
/** A reference sorts by the name of what it points at. */
const sortable: readonly string[] = (realEstateDescription.fields as readonly Field[]).map(({ key, refers }) =>
  refers ? `${key}.${refers.label}` : key,
)

const filterable: readonly string[] = [
  ...realEstateDescription.fields.map(({ key }) => key),
  ...realEstateGroupDescription.fields.map(({ key }) => `group_id.${key}`),
]

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
  /** Filters beside those the spec names: by a cell, by a list of values. Fields that are no longer there are passed over. */
  filters: z
    .array(filterSchema)
    .max(20)
    .transform((filters) => filters.filter(({ field }) => filterable.includes(field)))
    .catch([])
    .default([]),
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
  return { filters: [...caseBookQuestion(search).filters], search: search.search, sort: [sortOf(search)] }
}

/** What the filter bar shows of the address. */
export function caseBookQuestion(search: CaseBookSearch): FilterQuestion {
  const filters: Filter[] = suggestionFilters
    .filter(({ key }) => search[key] !== '')
    .map(({ key, field }) => ({ op: 'contains', field, text: search[key] }))
  if (search.start !== '' || search.end !== '') {
    filters.push({ op: 'between', field: search.date_field, from: search.start || null, to: search.end || null })
  }
  return { search: search.search, filters: [...filters, ...search.filters] }
}

/** The bar's question as the address keeps it: filters that the spec names under their own keys, the others together. */
export function searchOfQuestion({ search, filters }: FilterQuestion, before: CaseBookSearch): Partial<CaseBookSearch> {
  const range = rangeOf(filters, before.date_field)
  const named = suggestionFilters.map(({ key, field }) => {
    const filter = filters.find((each) => each.field === field && each.op === 'contains')
    return { key, filter, text: filter?.op === 'contains' ? filter.text : '' }
  })
  return {
    search,
    ...Object.fromEntries(named.map(({ key, text: typed }) => [key, typed])),
    ...(range ? { date_field: range.field } : {}),
    start: String(range?.filter.from ?? ''),
    end: String(range?.filter.to ?? ''),
    filters: filters.filter((each) => each !== range?.filter && named.every(({ filter }) => filter !== each)),
  }
}

/** The range that stands in the bar: that of the date field chosen there, else the first of a date field that can be chosen. */
function rangeOf(filters: readonly Filter[], chosen: CaseBookDateField) {
  for (const field of [chosen, ...caseBookDateFields]) {
    const filter = filters.find((each) => each.field === field && each.op === 'between')
    if (filter?.op === 'between') return { field, filter }
  }
  return null
}

export function sortOf(search: CaseBookSearch): Sort {
  return search.sort.startsWith('-')
    ? { field: search.sort.slice(1), direction: 'desc' }
    : { field: search.sort, direction: 'asc' }
}

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
