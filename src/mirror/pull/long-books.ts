import { dayFieldsOf } from '#contract/generic-resource.ts'
import type { Filter, Query } from '#contract/query.ts'
import { mirroredCollections, bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { Book, Field } from '#contract/books/field.ts'

/** Parameters of a list that match as typed into a suggestion filter, by the field of a query. */
type WordParameters = Readonly<Record<string, string>>

/** The books whose first copy takes seconds where that of another takes a request or two, and how their lists are asked for words (contract). */
export const longBooks: Readonly<Partial<Record<CollectionName, WordParameters>>> = {
  'real-estate': {
    'group_id.region': 'region',
    'group_id.type': 'type',
    'group_id.name': 'business_section',
    'group_id.manager': 'business_manager',
  },
  'deposit-cases': {
    business_section: 'business_section',
    business_manager: 'business_manager',
    purpose: 'purpose',
  },
}

/** The book's list asked for the first `rows` of what a query finds; null when the list cannot say it, or not in the order of the query. */
export function listPath(collection: CollectionName, query: Query, rows: number): string | null {
  const words = longBooks[collection]
  const book = bookOf(collection)
  const ordering = orderingOf(collection, query)
  if (!words || ordering === null) return null
  const params = new URLSearchParams({ search: query.search, ordering, page_size: String(rows) })
  for (const filter of query.filters) {
    const asked = paramsOf({ book, words }, filter)
    if (!asked || asked.some(([key]) => params.has(key))) return null
    for (const [key, value] of asked) params.set(key, value)
  }
  return `${book.path}?${params}`
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

type Asked = { readonly book: Book; readonly words: WordParameters }

function paramsOf({ book, words }: Asked, filter: Filter): [key: string, value: string][] | null {
  switch (filter.op) {
    case 'contains': {
      const key = words[filter.field]
      return key === undefined ? null : [[key, filter.text]]
    }
    case 'equals':
      return valuesParam(book, filter.field, [filter.value])
    case 'one_of':
      return valuesParam(book, filter.field, filter.values)
    case 'between':
      return dayParams(book, filter)
  }
}

function valuesParam({ fields }: Book, field: string, values: readonly unknown[]): [string, string][] | null {
  const isChoice = fields.some(({ key, kind }) => key === field && kind === 'enum')
  const isWritable = values.every((value) => typeof value === 'string' && value !== '' && !value.includes(','))
  return isChoice && values.length > 0 && isWritable ? [[field, values.join(',')]] : null
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
