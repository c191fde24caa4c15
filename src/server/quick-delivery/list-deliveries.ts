import type { Database } from '../db/client.ts'
import type { ListDescription, ListQuestion } from '../db/lists/list-description.ts'
import type { ListPage } from '../db/lists/read-list.ts'
import { storedSearch } from '../db/lists/stored-search.ts'
import { readRunningBalances } from './balance-sql.ts'
import { quickDeliveryCollection } from './collections.ts'

/** The ledger, the newest first. The balance after a record is reckoned once for a page, not row by row. */
export const quickList: ListDescription<ListQuestion> = {
  collection: quickDeliveryCollection,
  usualOrder: '-created_at',
  tieOrder: ['-created_at', '-id'],
  isBare: true,
  search: (_db, search) => storedSearch(search),
}

/** A page of the records, each with the balance after it. */
export async function withBalances(db: Database, { results: rows, ...total }: ListPage) {
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
