import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../schema/tables/tables.ts'

/** The transaction that an item is worked in, as what it is. HAZARD: outside of one an item would be written without being done. */
export function ownTransaction(db: Kysely<Tables>): Transaction<Tables> {
  if (isTransaction(db)) return db
  throw new Error('an item is worked in a transaction')
}

function isTransaction(db: Kysely<Tables>): db is Transaction<Tables> {
  return db.isTransaction
}
