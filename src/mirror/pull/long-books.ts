import { depositCaseSchemas } from '#contract/deposit-cases.ts'
import { caseDateFields } from '#contract/list-question.ts'
import type { Filter, Query } from '#contract/query.ts'
import { realEstateSchemas } from '#contract/real-estate.ts'
import { mirroredCollections, bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { recordSchemas } from '#contract/books/record-schema.ts'

/** A book whose first copy takes seconds where that of another takes a request or two, and how its list is asked (contract). */
interface LongBook {
  /** One record as the mirror holds it; what the list joins to it falls away. */
  readonly row: ReturnType<typeof recordSchemas>['row']
  /** Parameters that match as typed into a suggestion filter, by the field of a query. */
  readonly words: Readonly<Record<string, string>>
  /** Parameters that take values joined by commas. */
  readonly values: Readonly<Record<string, string>>
}

export const longBooks: Readonly<Partial<Record<CollectionName, LongBook>>> = {
  'real-estate': {
    row: realEstateSchemas.row,
    words: {
      'group_id.region': 'region',
      'group_id.type': 'type',
      'group_id.name': 'business_section',
      'group_id.manager': 'business_manager',
    },
    values: {},
  },
  'deposit-cases': {
    row: depositCaseSchemas.row,
    words: { business_section: 'business_section', business_manager: 'business_manager', purpose: 'purpose' },
    values: { status: 'status' },
  },
}

/** The book's list asked for the first `rows` of what a query finds; null when the list cannot say it, or not in the order of the query. */
export function listPath(collection: CollectionName, query: Query, rows: number): string | null {
  const book = longBooks[collection]
  const ordering = orderingOf(collection, query)
  if (!book || ordering === null) return null
  const params = new URLSearchParams({ search: query.search, ordering, page_size: String(rows) })
  for (const filter of query.filters) {
    const asked = paramsOf(book, filter)
    if (!asked || asked.some(([key]) => params.has(key))) return null
    for (const [key, value] of asked) params.set(key, value)
  }
  return `${bookOf(collection).path}?${params}`
}

/** Words are ordered a little differently by the database, and rows would move under a reader once the copy is there. */
const orderedAlike: ReadonlySet<Field['kind']> = new Set<Field['kind']>(['date', 'datetime', 'won', 'number'])

function orderingOf(collection: CollectionName, { sort }: Query): string | null {
  const [first, ...more] = sort
  if (more.length > 0) return null
  if (!first) return 'id'
  const fields: readonly Field[] = mirroredCollections[collection].fields
  const field = fields.find(({ key }) => key === first.field)
  if (!field || !orderedAlike.has(field.kind)) return null
  return first.direction === 'desc' ? `-${field.key}` : field.key
}

function paramsOf(book: LongBook, filter: Filter): [key: string, value: string][] | null {
  switch (filter.op) {
    case 'contains':
      return paramOf(book.words[filter.field], filter.text)
    case 'equals':
      return valuesParam(book, filter.field, [filter.value])
    case 'one_of':
      return valuesParam(book, filter.field, filter.values)
    case 'between':
      return dayParams(filter)
  }
}

function paramOf(key: string | undefined, value: string): [string, string][] | null {
  return key === undefined ? null : [[key, value]]
}

function valuesParam(book: LongBook, field: string, values: readonly unknown[]): [string, string][] | null {
  const isWritable = values.every((value) => typeof value === 'string' && value !== '' && !value.includes(','))
  return values.length > 0 && isWritable ? paramOf(book.values[field], values.join(',')) : null
}

/** A range that is open on both sides leaves out rows without a day, which the list cannot. */
function dayParams({ field, from, to }: Filter & { op: 'between' }): [string, string][] | null {
  const isDay = caseDateFields.some((name) => name === field)
  if (!isDay || (!from && !to)) return null
  return [
    [`${field}_start`, String(from ?? '')],
    [`${field}_end`, String(to ?? '')],
  ]
}
