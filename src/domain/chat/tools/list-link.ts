import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { SiteLink } from '#contract/chat/answer.ts'
import type { Grouping } from '#contract/records/grouping.ts'
import { writeGrouping, writeSort } from '../../text/list-address.ts'
import { officeMoment } from '../../dates/office-moment.ts'
import type { Query } from '#contract/records/query.ts'

/** A link to the book's screen with the same query, grouped by `by`. */
export function listLink(collection: CollectionName, { filters, search, sort }: Query, by: Grouping | null): SiteLink {
  const { screen, label, order = [] } = bookOf(collection)
  if (collection === 'card-usage') return cardLink(filters)
  const [first] = sort
  const isOwnOrder = first?.field === 'inserted_at' || JSON.stringify(order) === JSON.stringify(sort)
  const params = {
    ...screen.search,
    ...(search !== '' && { search }),
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(by && { group: writeGrouping(by) }),
    ...(!by && first && !isOwnOrder && { sort: writeSort([first]) }),
  }
  return { label: `${label}에서 같은 조건으로 열기`, href: addressOf(screen.path, params) }
}

/** The card screen only supports a period. */
function cardLink(filters: Query['filters']): SiteLink {
  const days = filters.find((filter) => filter.op === 'between' && filter.field === 'created_at')
  const [from, to] = days?.op === 'between' ? [days.from, days.to].map((end) => officeMoment(String(end))?.day) : []
  const params = from && to ? { mode: 'period', start: from, end: to } : {}
  return { label: '카드사용내역에서 열기', href: addressOf('/staff/card-report', params) }
}

/** A link that opens a record next to its list. */
export function recordLink(collection: CollectionName, id: string): SiteLink {
  const { noun, screen } = bookOf(collection)
  return { label: `${noun} 열기`, href: addressOf(screen.path, { ...screen.search, open: id }) }
}

function addressOf(path: string, params: Readonly<Record<string, string>>): string {
  const text = Object.entries(params).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return text.length === 0 ? path : `${path}?${text.join('&')}`
}
