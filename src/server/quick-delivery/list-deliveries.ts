import { sql, type RawBuilder } from 'kysely'
import type { QuickListQuery } from '#contract/quick-delivery.ts'
import { quickDeliveryDescription } from '#contract/records/quick-delivery.ts'
import type { ListedTable } from '../db/lists/listed-table.ts'
import { isOneOf } from '../db/lists/is-one-of.ts'
import { readListPage, type ListReader } from '../db/lists/read-list.ts'
import { searchConditions } from '../db/lists/search-condition.ts'
import { readRunningBalances } from './balance-sql.ts'
import { quickDeliveryCollection } from './collections.ts'

export const quickDeliveryTable: ListedTable = { collection: quickDeliveryCollection, watched: ['quick-deliveries'] }

export type QuickFilters = Omit<QuickListQuery, 'page' | 'page_size'>

/** One page of the records, each with the balance after it, and the number of records that pass the filters. A page beyond the end is empty. */
export async function listDeliveries(reader: ListReader, query: QuickListQuery) {
  const isLedgerOrder = (query.ordering || '-created_at') === '-created_at'
  const isSearched = Boolean(query.search?.trim())
  const list = {
    condition: conditionOf(query),
    order: orderOf(query.ordering),
    reversedOrder: orderOf(query.ordering, true),
    isWalked: isLedgerOrder && !isSearched,
    isScattered: isLedgerOrder && isSearched,
  }
  const { rows, total } = await readListPage(reader, list, query)
  const balances = await readRunningBalances(
    reader.db,
    rows.map(({ id }) => id),
  )
  // A record that was deleted between the two readings is in neither.
  const results = rows.flatMap((row) => {
    const balance = balances.get(row.id)
    return balance === undefined ? [] : [{ ...row, balance }]
  })
  return { results, count: total, total_count: total }
}

const orderable = new Set<string>([...quickDeliveryDescription.fields.map(({ key }) => key), 'id'])

export function isQuickOrderable(ordering: string): boolean {
  return orderable.has(ordering.replace(/^-/, ''))
}

/** ORDER BY of the list: empty values last, then the ledger's own order, the newest first. `isReversed`: exactly the opposite. */
export function orderOf(ordering: string | undefined, isReversed = false): RawBuilder<unknown> {
  const key = ordering?.replace(/^-/, '') || 'created_at'
  const isDescending = !ordering || ordering.startsWith('-')
  const direction = sql.raw(isDescending === isReversed ? 'asc' : 'desc')
  if (key === 'created_at') return sql`r.created_at ${direction}, r.id ${direction}`
  const ledger = sql.raw(isReversed ? 'asc' : 'desc')
  const empties = sql.raw(isReversed ? 'nulls first' : 'nulls last')
  return sql`${sql.ref(`r.${key}`)} ${direction} ${empties}, r.created_at ${ledger}, r.id ${ledger}`
}

/** The WHERE condition over `quick_delivery r`; the same for list, count and export. */
export function conditionOf(query: QuickFilters): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = []
  const statuses = (query.status ?? '').split(',').flatMap((status) => status.trim() || [])
  if (statuses.length > 0) conditions.push(isOneOf('status', statuses, 'text'))
  // Days are the office's: they begin and end in Seoul.
  const { created_at_start: start, created_at_end: end } = query
  if (start) conditions.push(sql`r.created_at >= ${`${start}T00:00:00+09:00`}::timestamptz`)
  if (end) conditions.push(sql`r.created_at < ${`${end}T00:00:00+09:00`}::timestamptz + interval '1 day'`)
  for (const { condition } of searchConditions(query.search)) conditions.push(condition)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}
