import { z } from 'zod'
import type { Paging } from '#app/ui/data-table/data-table-props.ts'
import {
  buildValueFilter,
  type FilterQuery,
  isAnyValueFilter,
  listFilterValues,
} from '#app/ui/filter-bar/filter-query.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { type CollectionName, getBook, type mirroredCollections } from '#contract/books/collections.ts'
import type { BookFilter, FieldKind } from '#contract/books/field.ts'
import { listReferences, parseFieldPath, resolveFieldPath } from '#contract/books/references.ts'
import { splitValues } from '#contract/records/list-query.ts'
import {
  type DerivedCondition,
  type Filter,
  filterSchema,
  getImportOrder,
  type Query,
  type Sort,
} from '#contract/records/query.ts'
import type { Grouping, GroupOrder } from '#contract/records/row-source.ts'
import { isDate } from '#contract/records/values.ts'
import type { DerivedState } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import { getValueKind } from '#domain/books/field-values.ts'
import { writeGrouping, writeSort } from '#domain/text/list-url-params.ts'

/**
 * A book's query in the URL, in addition to the filters the book names. `sort`: as
 * `writeSort` writes it; empty for the screen's own order. `filters`: all filters other
 * than the named ones, by a cell or by a list of values.
 */
export interface PlainSearch {
  search: string
  filters: Filter[]
  sort: string
  /** Shows one line per value of a field instead of records; `group_sort` orders the lines. */
  group: string
  group_sort: string
  /** Absent: one virtual list over the whole result, without pages. */
  page_size?: number
  page: number
}
/** One of a book's day fields, and a date range for it. */
export interface DaySearch<Day extends string = string> {
  date_field: Day
  start: string
  end: string
}
type SearchOf<Name extends CollectionName, Day extends string, OwnShape extends z.ZodRawShape> = PlainSearch & {
  [K in FilterKey<Name>]: string
} & ([Day] extends [never] ? unknown : DaySearch<Day>) & { -readonly [K in keyof OwnShape]: z.infer<OwnShape[K]> }
type FilterKey<Name extends CollectionName> = (typeof mirroredCollections)[Name] extends {
  filters: readonly { key: infer Key extends string }[]
}
  ? Key
  : never

interface SearchRules<Day extends string = string, OwnShape extends z.ZodRawShape = z.ZodRawShape> {
  /** Fields the date range can apply to. */
  readonly days?: { readonly fields: readonly [Day, ...Day[]]; readonly default: Day }
  /** Default: those of the case books. */
  readonly pages?: PageOptions
  /** Default: the user chooses between pages and one virtual list. */
  readonly paging?: 'paged' | 'infinite'
  /** Order when the URL names none; default: the book's own. */
  readonly order?: readonly Sort[]
  /** Order of records that are equal in the chosen sort. */
  readonly ties?: readonly Sort[]
  /** Default: every field. */
  readonly sortable?: readonly string[]
  /** Other parameters this screen keeps in its URL. */
  readonly ownShape?: OwnShape
}

/**
 * Reads a book's query from the URL, writes it back, and turns it into a query for the RowSource.
 */
export interface RecordSearch<Search> {
  readonly collection: CollectionName
  readonly rules: SearchRules
  readonly pages: PageOptions
  /** Order of the records while the URL names no sort. */
  readonly order: readonly Sort[]
  /**
   * Anything unreadable falls back to its default, so that an old or mistyped link still opens the
   * book.
   */
  readonly schema: { parse(search: unknown): Search }
  readonly empty: Search
  query(search: Search): Query
  /** The part of the URL that the filter bar shows. */
  filterQuery(search: Search): FilterQuery
  /**
   * The filter bar's query for the URL: named filters under their own keys, the others together.
   */
  toSearchParams(filterQuery: FilterQuery, before: Search): Partial<Search>
  /**
   * The query as parameters of the server's list and export, without empty ones. Null when the
   * server doesn't support one of the filters or the order.
   */
  toListParams(search: Search): Record<string, string> | null
}

export function createRecordSearch<
  Name extends CollectionName,
  const Day extends string = never,
  OwnShape extends z.ZodRawShape = {},
>(collection: Name, ownRules: SearchRules<Day, OwnShape> = {}): RecordSearch<SearchOf<Name, Day, OwnShape>> {
  type Search = SearchOf<Name, Day, OwnShape>
  const rules: SearchRules = ownRules
  const { filters = [], order: ownOrder = [] } = getBook(collection)
  const { order = ownOrder, ties = [] } = rules
  // The keys come from runtime lists, so only the lists' types know their part of the shape.
  const schema = buildSearchSchema(collection, rules) as unknown as z.ZodType<Search>
  const filterQuery = (search: Search) => buildFilterQuery(filters, rules, search)
  return {
    collection,
    rules,
    schema,
    filterQuery,
    order,
    pages: rules.pages ?? bookPages,
    empty: schema.parse({}),
    query: (search) => ({
      ...splitDerived(collection, filterQuery(search).filters),
      search: search.search,
      sort: search.sort === '' ? chooseDefaultOrder(collection, search, order) : [...parseSort(search), ...ties],
    }),
    toSearchParams: (next, before) => toSearchParams({ filters, rules }, next, before) as Partial<Search>,
    toListParams: (search) => toListParams(filters, rules, search),
  }
}

/** A filter by id means the records of an import, which are listed in the order of its file. */
export function chooseDefaultOrder(
  collection: CollectionName,
  { filters }: PlainSearch,
  order: readonly Sort[],
): Sort[] {
  return filters.some(({ field }) => field === 'id') ? [getImportOrder(getBook(collection))] : [...order]
}

/** Whether a query may use a path: a field of the book, or one of a record it references. */
export function isSearchable(collection: CollectionName, path: string): boolean {
  const parsedPath = parseFieldPath(collection, path)
  return parsedPath !== null && (instants.includes(parsedPath.key) || resolveFieldPath(collection, path) !== null)
}

/** Whether a list can be filtered by a path: also by a state that is derived from fields. */
export function isFilterable(collection: CollectionName, path: string): boolean {
  return isSearchable(collection, path) || findDerivedState(collection, path) !== undefined
}

export function findDerivedState(collection: CollectionName, path: string): DerivedState | undefined {
  return bookRules[collection].derivedStates?.find(({ key }) => key === path)
}

/** The filters as the query has them: those on derived states as conditions on their fields. */
function splitDerived(collection: CollectionName, filters: readonly Filter[]): Pick<Query, 'filters' | 'derived'> {
  const derived = filters.flatMap((filter) => {
    const state = findDerivedState(collection, filter.field)
    return state ? [createDerivedCondition(state, filter)] : []
  })
  if (derived.length === 0) return { filters: [...filters] }
  return { filters: filters.filter(({ field }) => findDerivedState(collection, field) === undefined), derived }
}

export function createDerivedCondition(state: DerivedState, filter: Filter): DerivedCondition {
  const excluded = filter.op === 'none_of' ? filter.values : null
  const values = excluded
    ? state.choices.flatMap(({ value }) => (excluded.includes(value) ? [] : [value]))
    : listFilterValues(filter)
  const alternatives = values.flatMap((value) => state.createAlternatives(String(value), getOfficeToday()))
  return { filter, alternatives: alternatives.map((filters) => [...filters]) }
}

/** Every record has these. */
const instants: readonly string[] = ['inserted_at', 'updated_at']

/** A number is unquoted in the URL and is taken as text. */
const writtenText = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().max(200))
  .catch('')
  .default('')
const day = z
  .string()
  .refine((value) => value === '' || isDate(value))
  .catch('')
  .default('')

function buildSearchSchema(collection: CollectionName, rules: SearchRules): z.ZodObject {
  const { days, pages = bookPages, paging, sortable, ownShape = {} } = rules
  // References are sorted by the name of the record they point to.
  const unsorted = new Set(listReferences(collection).map(({ key }) => key))
  const isSortable = (field: string) =>
    sortable?.includes(field) ?? (isSearchable(collection, field) && !unsorted.has(field))
  return z.object({
    search: writtenText,
    ...Object.fromEntries(
      (getBook(collection).filters ?? []).map((filter) => [filter.key, buildFilterShape(collection, filter)]),
    ),
    ...(days && { date_field: z.enum(days.fields).catch(days.default).default(days.default), start: day, end: day }),
    filters: z
      .array(filterSchema)
      .max(20)
      .transform((filters) => filters.filter(({ field }) => field === 'id' || isFilterable(collection, field)))
      .catch([])
      .default([]),
    sort: writtenText.transform((text) => validSort(text, isSortable)),
    group: writtenText.transform((text) => validGrouping(collection, text)),
    group_sort: writtenText,
    ...(paging !== 'infinite' && {
      page_size: z
        .number()
        .refine((size) => pages.sizes.includes(size))
        .catch(20)
        .default(20),
    }),
    page: z.int().min(1).catch(1).default(1),
    ...ownShape,
  })
}

function buildFilterShape(collection: CollectionName, { field, op }: BookFilter): z.ZodType {
  const { choices } = getBook(collection).fields.find(({ key }) => key === field) ?? {}
  const choiceValues = choices?.map(({ value }) => value)
  if (op === 'contains' || !choiceValues) return writtenText
  if (op === 'one_of') return writtenText.transform((text) => keepKnown(choiceValues, text))
  return z
    .enum(['', ...choiceValues])
    .catch('')
    .default('')
}

function keepKnown(choiceValues: readonly string[], text: string): string {
  return splitValues(text)
    .filter((value) => choiceValues.includes(value))
    .join(',')
}

function buildFilterQuery(bookFilters: readonly BookFilter[], { days }: SearchRules, search: PlainSearch): FilterQuery {
  const filters = bookFilters.flatMap((bookFilter) => parseFilter(bookFilter, searchText(search, bookFilter.key)))
  const [start, end] = [searchText(search, 'start'), searchText(search, 'end')]
  if (days && start + end !== '') {
    filters.push({ op: 'between', field: searchText(search, 'date_field'), from: start || null, to: end || null })
  }
  return { search: search.search, filters: [...filters, ...search.filters] }
}

function toListParams(
  bookFilters: readonly BookFilter[],
  { days }: SearchRules,
  search: PlainSearch,
): Record<string, string> | null {
  const field = searchText(search, 'date_field')
  const params = [
    ['search', search.search],
    ...bookFilters.map(({ key }) => [key, searchText(search, key)]),
    ...(days ? ['start', 'end'].map((side) => [`${field}_${side}`, searchText(search, side)]) : []),
  ]
  return search.filters.length > 0 || search.sort !== ''
    ? null
    : Object.fromEntries(params.filter(([, value]) => value !== ''))
}

/** Text under a key that the type of a plain search doesn't include. */
function searchText(search: PlainSearch, key: string): string {
  const text: unknown = Reflect.get(search, key)
  return typeof text === 'string' ? text : ''
}

function parseFilter({ field, op }: BookFilter, text: string): Filter[] {
  if (text === '') return []
  return [op === 'contains' ? { op, field, text } : buildValueFilter(field, text.split(','))]
}

function toSearchParams(
  { filters: bookFilters, rules: { days } }: { filters: readonly BookFilter[]; rules: SearchRules },
  { search, filters }: FilterQuery,
  before: PlainSearch,
): Partial<PlainSearch> {
  const range = findShownRange(filters, days ? [searchText(before, 'date_field'), ...days.fields] : [])
  const shownFilters = bookFilters.map((bookFilter) => {
    const filter = filters.find(
      (candidate) => candidate.field === bookFilter.field && filterToText(bookFilter, candidate) !== null,
    )
    return { key: bookFilter.key, filter, text: filter ? filterToText(bookFilter, filter) : '' }
  })
  return {
    search,
    ...Object.fromEntries(shownFilters.map(({ key, text }) => [key, text])),
    ...(range && { date_field: range.field }),
    ...(days && { start: String(range?.filter.from ?? ''), end: String(range?.filter.to ?? '') }),
    filters: filters.filter(
      (candidate) => candidate !== range?.filter && shownFilters.every(({ filter }) => filter !== candidate),
    ),
  }
}

/**
 * A filter as text for its key; null when the text can't express it (empty values, values with a
 * comma).
 */
function filterToText({ op }: BookFilter, filter: Filter): string | null {
  if (op === 'contains') return filter.op === 'contains' ? filter.text : null
  const values = listFilterValues(filter)
  const isWritable = values.every((value) => typeof value === 'string' && value !== '' && !value.includes(','))
  return values.length > 0 && isWritable ? values.join(',') : null
}

/**
 * The range shown in the filter bar: that of its chosen date field, otherwise the first one of a
 * selectable date field. 값 있음 has no end to show.
 */
function findShownRange(filters: readonly Filter[], fields: readonly string[]) {
  for (const field of fields) {
    const filter = filters.find((candidate) => candidate.field === field && !isAnyValueFilter(candidate))
    if (filter?.op === 'between') return { field, filter }
  }
  return null
}

/**
 * Grouping of a list in the URL: a field, or for days `created_at:month` or `created_at:year`. Null
 * for an ungrouped list.
 */
export function parseGrouping({ group }: { readonly group: string }): Grouping | null {
  if (group === '') return null
  const [field = '', part] = group.split(':')
  return part === 'month' || part === 'year' ? { field, part } : { field }
}

/** The grouping if the collection supports it; otherwise empty. */
function validGrouping(collection: CollectionName, text: string): string {
  const grouping = parseGrouping({ group: text })
  const isKnown =
    grouping && listGroupings(collection, grouping.field).some((candidate) => candidate.part === grouping.part)
  return grouping && isKnown ? writeGrouping(grouping) : ''
}

/**
 * Ways to group a list by a field (a path as in a query): days by month or year; numbers and
 * secrets not at all.
 */
export function listGroupings(collection: CollectionName, field: string): readonly Grouping[] {
  const described = resolveFieldPath(collection, field)
  const kind = described && getValueKind(described)
  if (kind === 'date' || kind === 'datetime')
    return [
      { field, part: 'month' },
      { field, part: 'year' },
    ]
  return kind !== null && groupedKinds.includes(kind) ? [{ field }] : []
}

const groupedKinds: readonly FieldKind[] = ['text', 'enum', 'reference', 'flag']

/**
 * Order of the groups, written as a sort by `name`, `count` or the field of a sum. Defaults to the
 * name.
 */
export function parseGroupOrder({ group_sort: text }: { readonly group_sort: string }): GroupOrder {
  const [requested] = parseSort({ sort: text })
  if (!requested || requested.field === 'name') return { by: 'name', direction: requested?.direction ?? 'asc' }
  return { by: requested.field === 'count' ? 'count' : { sumOf: requested.field }, direction: requested.direction }
}

/** As many columns as a user can follow; the rest of a longer link is ignored. */
export const maxSorts = 5

/**
 * Sort of the URL, most significant first: field keys separated by commas, with a leading `-` for
 * descending. Empty: the screen's own order applies.
 */
export function parseSort({ sort }: { readonly sort: string }): Sort[] {
  return sort === '' ? [] : sort.split(',').map(readSort)
}

/** The supported part of a written sort, with each field once. */
function validSort(text: string, isSortable: (field: string) => boolean): string {
  const usedFields = new Set<string>()
  const valid = parseSort({ sort: text }).filter(({ field }) => {
    const isValid = !usedFields.has(field) && isSortable(field)
    usedFields.add(field)
    return isValid
  })
  return writeSort(valid.slice(0, maxSorts))
}

function readSort(text: string): Sort {
  return text.startsWith('-') ? { field: text.slice(1), direction: 'desc' } : { field: text, direction: 'asc' }
}

/** Page sizes of a list, and the messages for a page number that doesn't exist. */
export interface PageOptions {
  /** Always includes 20. */
  readonly sizes: readonly number[]
  readonly jumpMessages: Paging['jumpMessages']
}

/** Case books, the deposit grid and master data: one message for any invalid page. */
export const bookPages: PageOptions = {
  sizes: [10, 20, 30, 50, 100],
  jumpMessages: {
    notANumber: beyondPages,
    outOfRange: beyondPages,
  },
}

/** Quick delivery. */
export const quickPages: PageOptions = { ...bookPages, sizes: [10, 20, 50, 100] }

/** The generic table. */
export const genericPages: PageOptions = {
  sizes: [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000],
  jumpMessages: {
    notANumber: () => '올바른 페이지 번호를 입력하세요.',
    outOfRange: (pages) => `1부터 ${pages} 사이의 페이지 번호를 입력하세요.`,
  },
}

function beyondPages(pages: number): string {
  return `1~${pages} 사이의 페이지를 입력하세요.`
}
