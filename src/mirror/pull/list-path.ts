import { dayFieldsOf } from '#contract/records/generic-resource.ts'
import type { Filter, Query } from '#contract/records/query.ts'
import { mirroredCollections, bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { Book, Field } from '#contract/books/field.ts'

/** The book's list asked for the first `rows` of what a query finds; null when the list cannot say it, or not in the order of the query. */
export function listPath(collection: CollectionName, query: Query, rows: number): string | null {
  const book = bookOf(collection)
  const ordering = orderingOf(collection, query)
  if (!book.isLong || ordering === null) return null
  const params = new URLSearchParams({ search: query.search, ...ordering, page_size: String(rows) })
  for (const filter of query.filters) {
    const asked = paramsOf(book, filter)
    if (!asked || asked.some(([key]) => params.has(key))) return null
    for (const [key, value] of asked) params.set(key, value)
  }
  return `${book.path}?${params}`
}

/** Words are ordered a little differently by the database, and rows would move under a reader once the copy is there. */
const orderedAlike: ReadonlySet<Field['kind']> = new Set<Field['kind']>(['date', 'datetime', 'won', 'number'])

function orderingOf(collection: CollectionName, { sort }: Query): { ordering?: string } | null {
  // The book's own order is the list's.
  if (JSON.stringify(sort) === JSON.stringify(bookOf(collection).order)) return {}
  const [first, ...more] = sort
  if (more.length > 0 || first?.empty) return null
  if (!first) return { ordering: 'id' }
  const fields: readonly Field[] = mirroredCollections[collection].fields
  const field = fields.find(({ key }) => key === first.field)
  if (!field || !orderedAlike.has(field.kind)) return null
  return { ordering: first.direction === 'desc' ? `-${field.key}` : field.key }
}

function paramsOf(book: Book, filter: Filter): [key: string, value: string][] | null {
  if (filter.op === 'between') return dayParams(book, filter)
  const isPart = filter.op === 'contains'
  const key = book.filters?.find(({ field, op }) => field === filter.field && isPart === (op === 'contains'))?.key
  const value = isPart ? filter.text : joinedValues(filter.op === 'equals' ? [filter.value] : filter.values)
  return key === undefined || value === null ? null : [[key, value]]
}

/** Null for what a list of values cannot say. */
function joinedValues(values: readonly unknown[]): string | null {
  const isWritable = values.every((value) => typeof value === 'string' && value !== '' && !value.includes(','))
  return values.length > 0 && isWritable ? values.join(',') : null
}

/** A range that is open on both sides leaves out rows without a day, which the list cannot. */
function dayParams(book: Book, { field, from, to }: Filter & { op: 'between' }): [string, string][] | null {
  const isDay = dayFieldsOf(book).some(({ key }) => key === field)
  if (!isDay || (!from && !to)) return null
  return [
    [`${field}_start`, String(from ?? '')],
    [`${field}_end`, String(to ?? '')],
  ]
}
