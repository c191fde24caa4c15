import type { QuickListQuery } from '#contract/quick-delivery.ts'
import { quickDeliveryDescription } from '#contract/books/quick-delivery.ts'
import type { Database } from '../db/client.ts'
import { isOneOfListed } from '../db/lists/conditions.ts'
import { dayRangeConditions } from '../db/lists/day-ranges.ts'
import type { ListDescription } from '../db/lists/list-description.ts'
import { readListPage } from '../db/lists/read-list.ts'
import { storedSearch } from '../db/lists/stored-search.ts'
import { readRunningBalances } from './balance-sql.ts'
import { quickDeliveryCollection } from './collections.ts'

/** The ledger, the newest first. The balance after a record is reckoned once for a page, not row by row. */
export const quickList: ListDescription<Omit<QuickListQuery, 'page' | 'page_size'>> = {
  collection: quickDeliveryCollection,
  usualOrder: '-created_at',
  tieOrder: ['-created_at', '-id'],
  isBare: true,
  filters: (_db, question) => [
    ...isOneOfListed('status', question.status),
    ...dayRangeConditions(quickDeliveryDescription, question),
  ],
  search: (_db, search) => storedSearch(search),
}

/** One page of the records, each with the balance after it. */
export async function listDeliveries(db: Database, question: QuickListQuery) {
  const { results: rows, ...total } = await readListPage(db, quickList, { question })
  const balances = await readRunningBalances(
    db,
    rows.map(({ id }) => id),
  )
  // A record that was deleted between the two readings is in neither.
  const results = rows.flatMap((row) => {
    const balance = balances.get(row.id)
    return balance === undefined ? [] : [{ ...row, balance }]
  })
  return { results, count: total.total_count, ...total }
}
