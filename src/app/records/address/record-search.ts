import { z } from 'zod'
import type { Filter, Query } from '#contract/query.ts'
import type { RecordDescription } from '#contract/books/field.ts'
import { isDate } from '#contract/values.ts'
import { chosenValues, valuesOf, type FilterQuestion } from '#app/ui/filter-bar/filter-question.ts'
import { filtersShape, placeShape } from './address-shape.ts'
import { readSort } from './sort-in-address.ts'

/** Page sizes of case book and deposit grid (spec 2 §9). */
export const bookPageSizes = [10, 20, 30, 50, 100] as const

/** A filter that the spec names: it stands in the address under its own key. `one_of` holds its values joined by commas. */
export interface NamedFilter<Key extends string = string> {
  readonly key: Key
  /** Path as in a query: `purpose`, `group_id.region`. */
  readonly field: string
  readonly op: 'contains' | 'one_of'
}

/**
 * What stands in the address bar of a book (decision 11), beside its named filters. `sort`: a field key, `-` first for descending. `filters`: those beside the
 * ones the spec names: by a cell, by a list of values.
 */
export interface PlainSearch<DateField extends string = string> {
  search: string
  date_field: DateField
  start: string
  end: string
  filters: Filter[]
  sort: string
  page_size: (typeof bookPageSizes)[number]
  page: number
}
export type RecordSearch<Key extends string = never, DateField extends string = string> = PlainSearch<DateField> & {
  [K in Key]: string
}

export interface SearchRules<Key extends string, DateField extends string> {
  readonly description: RecordDescription
  /** Descriptions of the records that reference fields point at, by field key: filters may ask for their fields too. */
  readonly referred?: Readonly<Record<string, RecordDescription>>
  readonly named: readonly NamedFilter<Key>[]
  /** Among these the date range chooses. */
  readonly dateFields: readonly [DateField, ...DateField[]]
  readonly defaultDateField: DateField
}

/** How one book's question is read from the address, written back, and put to the RowSource. */
export interface RecordSearchKind<Key extends string, DateField extends string> {
  /** Anything unreadable falls back to its default, so that an old or mistyped link still opens the book. */
  readonly schema: z.ZodType<RecordSearch<Key, DateField>>
  readonly empty: RecordSearch<Key, DateField>
  query(search: RecordSearch<Key, DateField>): Query
  /** What the filter bar shows of the address. */
  question(search: RecordSearch<Key, DateField>): FilterQuestion
  /** The bar's question as the address keeps it: filters that the spec names under their own keys, the others together. */
  searchOf(question: FilterQuestion, before: RecordSearch<Key, DateField>): Partial<RecordSearch<Key, DateField>>
}

export function recordSearchKind<Key extends string, DateField extends string>(
  rules: SearchRules<Key, DateField>,
): RecordSearchKind<Key, DateField> {
  type Search = RecordSearch<Key, DateField>
  // The named keys come from a list, so their part of the shape is known to the list's type only.
  const schema = schemaOf(rules) as unknown as z.ZodType<Search>
  const question = (search: Search) => questionOf(rules, search)
  return {
    schema,
    empty: schema.parse({}),
    question,
    query: (search) => ({
      filters: [...question(search).filters],
      search: search.search,
      sort: [readSort(search.sort)],
    }),
    searchOf: (asked, before) => searchOf(rules, asked, before) as Partial<Search>,
  }
}

const text = z.string().max(200).catch('')
const day = z
  .string()
  .refine((value) => value === '' || isDate(value))
  .catch('')

function schemaOf({ description, referred = {}, named, dateFields, defaultDateField }: SearchRules<string, string>) {
  // A reference sorts by the name of what it points at.
  const sortable = description.fields.map(({ key, refers }) => (refers ? `${key}.${refers.label}` : key))
  const filterable = [
    ...description.fields.map(({ key }) => key),
    ...Object.entries(referred).flatMap(([of, { fields }]) => fields.map(({ key }) => `${of}.${key}`)),
  ]
  return z.object({
    search: text.default(''),
    ...Object.fromEntries(named.map(({ key }) => [key, text.default('')])),
    date_field: z.enum(dateFields).catch(defaultDateField).default(defaultDateField),
    start: day.default(''),
    end: day.default(''),
    filters: filtersShape((field) => filterable.includes(field)),
    ...placeShape({
      pageSizes: bookPageSizes,
      isSortable: (field) => sortable.includes(field),
      usualSort: '-created_at',
    }),
  })
}

function questionOf({ named }: SearchRules<string, string>, search: PlainSearch): FilterQuestion {
  const filters = named.flatMap((each) => filterOf(each, writtenIn(search, each.key)))
  if (search.start !== '' || search.end !== '') {
    filters.push({ op: 'between', field: search.date_field, from: search.start || null, to: search.end || null })
  }
  return { search: search.search, filters: [...filters, ...search.filters] }
}

/** The text under a named key; the type of a plain search does not know of it. */
function writtenIn(search: PlainSearch, key: string): string {
  const written: unknown = Reflect.get(search, key)
  return typeof written === 'string' ? written : ''
}

function filterOf({ field, op }: NamedFilter, written: string): Filter[] {
  if (written === '') return []
  return [op === 'contains' ? { op, field, text: written } : chosenValues(field, written.split(','))]
}

function searchOf(
  { named, dateFields }: SearchRules<string, string>,
  { search, filters }: FilterQuestion,
  before: PlainSearch,
): Partial<PlainSearch> {
  const range = rangeOf(filters, [before.date_field, ...dateFields])
  const found = named.map((each) => {
    const filter = filters.find((one) => one.field === each.field && writtenOf(each, one) !== null)
    return { key: each.key, filter, written: filter ? writtenOf(each, filter) : '' }
  })
  return {
    search,
    ...Object.fromEntries(found.map(({ key, written }) => [key, written])),
    ...(range ? { date_field: range.field } : {}),
    start: String(range?.filter.from ?? ''),
    end: String(range?.filter.to ?? ''),
    filters: filters.filter((each) => each !== range?.filter && found.every(({ filter }) => filter !== each)),
  }
}

/** A filter as its key's text; null when the text could not hold it (empty values, values with a comma). */
function writtenOf({ op }: NamedFilter, filter: Filter): string | null {
  if (filter.op === 'contains' && op === 'contains') return filter.text
  const values = op === 'one_of' ? valuesOf(filter) : []
  const isWritable = values.every((value) => typeof value === 'string' && value !== '' && !value.includes(','))
  return values.length > 0 && isWritable ? values.join(',') : null
}

/** The range that stands in the bar: that of the date field chosen there, else the first of a date field that can be chosen. */
function rangeOf(filters: readonly Filter[], fields: readonly string[]) {
  for (const field of fields) {
    const filter = filters.find((each) => each.field === field && each.op === 'between')
    if (filter?.op === 'between') return { field, filter }
  }
  return null
}
