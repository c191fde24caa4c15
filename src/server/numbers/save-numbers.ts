import { sql, type Kysely, type Transaction } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Database } from '../db/client.ts'
import { startDaily } from '../jobs/daily.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { encryptNumber, type NumberLocation } from './number-at-rest.ts'
import type { NumberKeys } from './number-keys.ts'

/** A number to store, with its public masked form. */
export interface NewNumber extends NumberLocation {
  readonly collection: CollectionName | 'users'
  readonly digits: string
  readonly masked: string
}

/** Encrypts and stores numbers in the transaction that writes their records. */
export async function saveNumbers(
  trx: Transaction<Tables>,
  keys: NumberKeys,
  numbers: readonly NewNumber[],
): Promise<void> {
  // Key rotation takes this lock exclusively and thus waits for writers under the old key.
  await sql`select pg_advisory_xact_lock_shared(${numberLock})`.execute(trx)
  const key = keys.newest()
  for (let from = 0; from < numbers.length; from += maxAtOnce) {
    const values = numbers.slice(from, from + maxAtOnce).map((number) => {
      const { digits, masked, id, collection, record_id, field } = number
      return { id, collection, record_id, field, masked, ...encryptNumber(key, number, digits) }
    })
    await trx.insertInto('party_number').values(values).execute()
  }
}

/** A statement takes at most 65,535 parameters. */
const maxAtOnce = 1000

/**
 * Marks which of the numbers a field ever held is the current one; null: none. The others are kept
 * for an undo and destroyed when their time is over.
 */
export async function markHeld(
  trx: Transaction<Tables>,
  { record_id, field, held }: { record_id: string; field: string | null; held: string | null },
): Promise<void> {
  await sql`
    update party_number set left_at = case when id = ${held}::uuid then null else coalesce(left_at, now()) end
    where record_id = ${record_id}::uuid and (${field}::text is null or field = ${field})
  `.execute(trx)
}

/** Waits until every transaction that is encrypting a number has ended. */
export async function waitForWriters(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute((trx) => sql`select pg_advisory_xact_lock(${numberLock})`.execute(trx))
}

/** Arbitrary constant, unique among the advisory locks of this database. */
const numberLock = 7_302_029

/** Days that a replaced or deleted number can be restored before it is destroyed. */
const retentionDays = 5

/** Destroys numbers whose time is over. Returns how many. */
export async function destroyOrphanedNumbers(db: Kysely<Tables>, now: Date): Promise<number> {
  const { rows } = await sql`
    delete from party_number where left_at < ${now.toISOString()}::timestamptz - ${`${retentionDays} days`}::interval returning 1
  `.execute(db)
  return rows.length
}

/** Runs now and every 24 hours. Returns a function that stops it. */
export function startDestroying(
  log: FastifyBaseLogger,
  { db, now }: { db: Database; now: () => Date },
): () => Promise<void> {
  return startDaily(log, {
    async run() {
      const count = await destroyOrphanedNumbers(db, now())
      if (count > 0) log.info({ count }, 'destroyed numbers that no record holds any more')
    },
    onFailure: 'could not destroy numbers that no record holds any more',
  })
}
