import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../schema/tables/tables.ts'

/**
 * Checks that `db` is the transaction of an item. HAZARD: outside of it, writes could stay without
 * the item being done.
 */
export function ownTransaction(db: Kysely<Tables>): Transaction<Tables> {
  if (isTransaction(db)) return db
  throw new Error('an item must run in a transaction')
}

function isTransaction(db: Kysely<Tables>): db is Transaction<Tables> {
  return db.isTransaction
}
