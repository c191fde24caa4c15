import { type CollectionName, getBook, mirroredCollections } from '#contract/books/collections.ts'
import type { Book, Field } from '#contract/books/field.ts'
import { listDayFields } from '#contract/records/generic-resource.ts'
import type { Filter, Query } from '#contract/records/query.ts'

/**
 * The path of the book's list for the first `rows` results of a query; null when the list cannot
 * express the query or its order.
 */
export function buildListPath(collection: CollectionName, query: Query, rows: number): string | null {
  const book = getBook(collection)
  const ordering = toOrderingParam(collection, query)
  if (!book.isLong || ordering === null || query.derived) return null
  const params = new URLSearchParams({ search: query.search, ...ordering, page_size: String(rows) })
  for (const filter of query.filters) {
    const queryParams = toFilterParams(book, filter)
    if (!queryParams || queryParams.some(([key]) => params.has(key))) return null
    for (const [key, value] of queryParams) params.set(key, value)
  }
  return `${book.path}?${params}`
}

/**
 * Field kinds that the database orders like the mirror. Texts sort slightly differently there, and
 * rows would move once the copy is complete.
 */
const sortableKinds: ReadonlySet<Field['kind']> = new Set<Field['kind']>(['date', 'datetime', 'won', 'number'])

function toOrderingParam(collection: CollectionName, { sort }: Query): { ordering?: string } | null {
  // The list already uses the book's own order.
  if (JSON.stringify(sort) === JSON.stringify(getBook(collection).order)) return {}
  const [first, ...more] = sort
  if (more.length > 0 || first?.empty) return null
  if (!first) return { ordering: 'id' }
  const fields: readonly Field[] = mirroredCollections[collection].fields
  const field = fields.find(({ key }) => key === first.field)
  if (!field || !sortableKinds.has(field.kind)) return null
  return { ordering: first.direction === 'desc' ? `-${field.key}` : field.key }
}

function toFilterParams(book: Book, filter: Filter): [key: string, value: string][] | null {
  if (filter.op === 'between') return toDayParams(book, filter)
  if (filter.op === 'none_of') return null
  const isSubstring = filter.op === 'contains'
  const key = book.filters?.find(({ field, op }) => field === filter.field && isSubstring === (op === 'contains'))?.key
  const value = isSubstring ? filter.text : joinValues(filter.op === 'equals' ? [filter.value] : filter.values)
  return key === undefined || value === null ? null : [[key, value]]
}

/** Null when the values cannot be written as a comma-separated list. */
function joinValues(values: readonly unknown[]): string | null {
  const isWritable = values.every((value) => typeof value === 'string' && value !== '' && !value.includes(','))
  return values.length > 0 && isWritable ? values.join(',') : null
}

/**
 * Null for a range open on both sides: it excludes rows without a day, which the list cannot
 * express. Null for instants, because the list takes days.
 */
function toDayParams(book: Book, { field, from, to }: Filter & { op: 'between' }): [string, string][] | null {
  const isDay = listDayFields(book).some(({ key }) => key === field)
  if (!isDay || (!from && !to) || isInstantText(from) || isInstantText(to)) return null
  return [
    [`${field}_start`, String(from ?? '')],
    [`${field}_end`, String(to ?? '')],
  ]
}

function isInstantText(end: string | number | null): boolean {
  return typeof end === 'string' && end.length > '2026-11-20'.length
}
