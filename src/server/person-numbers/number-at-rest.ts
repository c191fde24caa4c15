import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Database } from '#server/db/client.ts'
import { addOfficeKey, type OfficeKey, type OfficeKeys } from '#server/keys/office-keys.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { startDaily } from '#server/tasks/daily.ts'

/**
 * Where a number belongs. This is authenticated with the encryption, so a number moved to another
 * record or field cannot be decrypted.
 */
interface PersonNumberLocation {
  readonly id: string
  readonly collection: string
  readonly record_id: string
  readonly field: string
}

interface PersonNumberAtRest {
  readonly key_id: string
  readonly cipher: Buffer
  readonly blind: Buffer
}

/** Encrypts the digits with AES-256-GCM: nonce, ciphertext, tag. */
export function encryptPersonNumber(
  key: OfficeKey,
  location: PersonNumberLocation,
  digits: string,
): PersonNumberAtRest {
  const nonce = randomBytes(nonceBytes)
  const encryptor = createCipheriv('aes-256-gcm', key.cipherKey, nonce).setAAD(associatedData(location))
  const ciphertext = Buffer.concat([encryptor.update(digits, 'utf8'), encryptor.final()])
  return {
    key_id: key.id,
    cipher: Buffer.concat([nonce, ciphertext, encryptor.getAuthTag()]),
    blind: computeBlindIndex(key, digits),
  }
}

/** Decrypts the digits; null when the key is not in the file or the row was changed. */
export function decryptPersonNumber(
  keys: OfficeKeys,
  location: PersonNumberLocation,
  atRest: PersonNumberAtRest,
): string | null {
  const key = keys.byId(atRest.key_id)
  if (!key) return null
  const { cipher } = atRest
  try {
    const decryptor = createDecipheriv('aes-256-gcm', key.cipherKey, cipher.subarray(0, nonceBytes))
    decryptor.setAAD(associatedData(location)).setAuthTag(cipher.subarray(-tagBytes))
    const plaintext = [decryptor.update(cipher.subarray(nonceBytes, -tagBytes)), decryptor.final()]
    return Buffer.concat(plaintext).toString('utf8')
  } catch {
    return null
  }
}

/** Keyed hash used to find a number. Without the key nobody can try out all numbers. */
export function computeBlindIndex(key: OfficeKey, digits: string): Buffer {
  return createHmac('sha256', key.blindIndexKey).update(digits).digest()
}

const nonceBytes = 12
const tagBytes = 16

function associatedData({ id, collection, record_id, field }: PersonNumberLocation): Buffer {
  return Buffer.from([id, collection, record_id, field].join('\n'))
}

/**
 * Digits of these records' numbers by record id; records without a readable number are missing.
 * HAZARD: callers must log a trail row for every record and must keep the digits out of logs, URLs
 * and caches.
 */
export async function readPersonNumbers(
  db: Kysely<Tables>,
  keys: OfficeKeys,
  { collection, ids }: { collection: CollectionName; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('party_number')
    .selectAll()
    .where('collection', '=', collection)
    .where('record_id', 'in', ids)
    .where('left_at', 'is', null)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const digits = decryptPersonNumber(keys, row, row)
      return digits === null ? [] : [[row.record_id, digits] as const]
    }),
  )
}

/** Records that hold exactly this number. */
export async function findPersonNumber(
  db: Kysely<Tables>,
  keys: OfficeKeys,
  digits: string,
): Promise<readonly { collection: CollectionName | 'users'; record_id: string }[]> {
  // One mark per key, because some numbers may not be under the newest key yet.
  const marks = keys.all().map((key) => computeBlindIndex(key, digits))
  return await db
    .selectFrom('party_number')
    .select(['collection', 'record_id'])
    .where('blind', 'in', marks)
    .where('left_at', 'is', null)
    .execute()
}

/** A number to store, with its public masked form. */
export interface NewPersonNumber extends PersonNumberLocation {
  readonly collection: CollectionName | 'users'
  readonly digits: string
  readonly masked: string
}

/** Encrypts and stores numbers in the transaction that writes their records. */
export async function savePersonNumbers(
  trx: Transaction<Tables>,
  keys: OfficeKeys,
  numbers: readonly NewPersonNumber[],
): Promise<void> {
  // Key rotation takes this lock exclusively and thus waits for writers under the old key.
  await sql`select pg_advisory_xact_lock_shared(${numberLock})`.execute(trx)
  const key = keys.newest()
  for (let from = 0; from < numbers.length; from += maxRowsPerInsert) {
    const values = numbers.slice(from, from + maxRowsPerInsert).map((number) => {
      const { digits, masked, id, collection, record_id, field } = number
      return { id, collection, record_id, field, masked, ...encryptPersonNumber(key, number, digits) }
    })
    await trx.insertInto('party_number').values(values).execute()
  }
}

/** A statement takes at most 65,535 parameters. */
const maxRowsPerInsert = 1000

/**
 * Marks which of the numbers a field ever held is the current one; null: none. The others are kept
 * for an undo and destroyed when their time is over.
 */
export async function markCurrentPersonNumber(
  trx: Transaction<Tables>,
  { record_id, field, currentId }: { record_id: string; field: string | null; currentId: string | null },
): Promise<void> {
  await sql`
    update party_number set left_at = case when id = ${currentId}::uuid then null else coalesce(left_at, now()) end
    where record_id = ${record_id}::uuid and (${field}::text is null or field = ${field})
  `.execute(trx)
}

/** Waits until every transaction that is encrypting a number has ended. */
async function waitForWriters(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute((trx) => sql`select pg_advisory_xact_lock(${numberLock})`.execute(trx))
}

/** Arbitrary constant, unique among the advisory locks of this database. */
const numberLock = 7_302_029

/** Days that a replaced or deleted number can be restored before it is destroyed. */
const retentionDays = 5

/** Destroys numbers whose time is over. Returns how many. */
export async function destroyOrphanedPersonNumbers(db: Kysely<Tables>, now: Date): Promise<number> {
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
      const count = await destroyOrphanedPersonNumbers(db, now())
      if (count > 0) log.info({ count }, 'destroyed numbers that no record holds any more')
    },
    onFailure: 'could not destroy numbers that no record holds any more',
  })
}

/** Numbers per transaction, so that locks stay short. */
const batchSize = 500

/** Number of stored numbers per key, newest key first. */
export async function countByKey(
  db: Database,
  keys: OfficeKeys,
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
export async function rotatePersonNumbers(
  db: Database,
  { path, keys }: { path: string; keys: OfficeKeys },
): Promise<{ isResumed: boolean; moved: number; unreadable: number }> {
  const isResumed = keys.all().length > 1 && (await hasOlderKeys(db, keys))
  if (!isResumed) addOfficeKey(path)
  // From here on everybody writes under the new key.
  await waitForWriters(db)
  let moved = 0
  let unreadable = 0
  for (let after = firstId; ;) {
    const batch = await db.transaction().execute((trx) => moveBatch(trx, keys, after))
    moved += batch.moved
    unreadable += batch.unreadable
    if (batch.last === null) return { isResumed, moved, unreadable }
    after = batch.last
  }
}

const firstId = '00000000-0000-0000-0000-000000000000'

async function hasOlderKeys(db: Database, keys: OfficeKeys): Promise<boolean> {
  return (await countByKey(db, keys)).some(({ id, isKnown }) => isKnown && id !== keys.newest().id)
}

async function moveBatch(
  trx: Transaction<Tables>,
  keys: OfficeKeys,
  after: string,
): Promise<{ moved: number; unreadable: number; last: string | null }> {
  const key = keys.newest()
  const rows = await trx
    .selectFrom('party_number')
    .selectAll()
    .where('key_id', '<>', key.id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .execute()
  const opened = rows.map((row) => ({ row, digits: decryptPersonNumber(keys, row, row) }))
  const reencrypted = opened.flatMap(({ row, digits }) => {
    if (digits === null) return []
    const { key_id, cipher, blind } = encryptPersonNumber(key, row, digits)
    return [{ id: row.id, key_id, cipher: cipher.toString('hex'), blind: blind.toString('hex') }]
  })
  if (reencrypted.length > 0)
    await sql`
      update party_number p set key_id = given.key_id, cipher = decode(given.cipher, 'hex'), blind = decode(given.blind, 'hex')
      from jsonb_to_recordset(${JSON.stringify(reencrypted)}::jsonb) as given (id uuid, key_id text, cipher text, blind text)
      where p.id = given.id
    `.execute(trx)
  return { moved: reencrypted.length, unreadable: rows.length - reencrypted.length, last: rows.at(-1)?.id ?? null }
}
