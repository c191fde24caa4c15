import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/client.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { encryptNumber, decryptNumber } from './number-at-rest.ts'
import { addNumberKey, type NumberKeys } from './number-keys.ts'
import { waitForWriters } from './save-numbers.ts'

/** Numbers per transaction, so that locks stay short. */
const batch = 500

/** Number of stored numbers per key, newest key first. */
export async function countByKey(
  db: Database,
  keys: NumberKeys,
): Promise<readonly { id: string; count: number; isKnown: boolean }[]> {
  const rows = await db
    .selectFrom('party_number')
    .select(['key_id as id', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('key_id')
    .execute()
  const newest = keys.newest().id
  return rows
    .map(({ id, count }) => ({ id, count, isKnown: keys.byId(id) !== undefined }))
    .toSorted((a, b) => Number(b.id === newest) - Number(a.id === newest) || (a.id < b.id ? -1 : 1))
}

/**
 * Creates a new key and encrypts every number under it while the office works. An interrupted run
 * continues: while numbers are under an older key, no further key is created. Unreadable numbers
 * stay as they are. Returns how many were encrypted again and how many were unreadable.
 */
export async function rotateNumbers(
  db: Database,
  { path, keys }: { path: string; keys: NumberKeys },
): Promise<{ isResumed: boolean; moved: number; closed: number }> {
  const isResumed = keys.all().length > 1 && (await hasOlder(db, keys))
  if (!isResumed) addNumberKey(path)
  // From here on everybody writes under the new key.
  await waitForWriters(db)
  let moved = 0
  let closed = 0
  for (let after = firstId; ;) {
    const done = await db.transaction().execute((trx) => moveBatch(trx, keys, after))
    moved += done.moved
    closed += done.closed
    if (done.last === null) return { isResumed, moved, closed }
    after = done.last
  }
}

const firstId = '00000000-0000-0000-0000-000000000000'

async function hasOlder(db: Database, keys: NumberKeys): Promise<boolean> {
  return (await countByKey(db, keys)).some(({ id, isKnown }) => isKnown && id !== keys.newest().id)
}

async function moveBatch(
  trx: Transaction<Tables>,
  keys: NumberKeys,
  after: string,
): Promise<{ moved: number; closed: number; last: string | null }> {
  const key = keys.newest()
  const rows = await trx
    .selectFrom('party_number')
    .selectAll()
    .where('key_id', '<>', key.id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .forUpdate()
    .execute()
  const opened = rows.map((row) => ({ row, digits: decryptNumber(keys, row, row) }))
  const resealed = opened.flatMap(({ row, digits }) => {
    if (digits === null) return []
    const { key_id, cipher, blind } = encryptNumber(key, row, digits)
    return [{ id: row.id, key_id, cipher: cipher.toString('hex'), blind: blind.toString('hex') }]
  })
  if (resealed.length > 0)
    await sql`
      update party_number p set key_id = given.key_id, cipher = decode(given.cipher, 'hex'), blind = decode(given.blind, 'hex')
      from jsonb_to_recordset(${JSON.stringify(resealed)}::jsonb) as given (id uuid, key_id text, cipher text, blind text)
      where p.id = given.id
    `.execute(trx)
  return { moved: resealed.length, closed: rows.length - resealed.length, last: rows.at(-1)?.id ?? null }
}
