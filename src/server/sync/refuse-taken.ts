import { sql, type Transaction } from 'kysely'
import type { Tables } from '../schema/tables/tables.ts'
import type { WritableCollection, WriteAnswer } from '../db/writable-collection.ts'
import { refuseWrite } from './write-answer.ts'

/**
 * What another record holds already, where no two may hold the same. Whoever else writes the same value waits until the transaction ends, and so does who
 * writes many at once: the unique index behind it never has to speak.
 */
export async function refuseTaken(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { id, fields }: { id: string; fields: Readonly<Record<string, unknown>> },
): Promise<WriteAnswer | undefined> {
  const { key } = collection.description.unique ?? { key: '' }
  const value = fields[key]
  if (typeof value !== 'string') return undefined
  const all = lockName(collection)
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${all}, 0))`.execute(trx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${all}.${value}`}, 0))`.execute(trx)
  const taken = await sql`
    select 1 from ${sql.table(collection.table)} where ${sql.ref(key)} = ${value} and id <> ${id}
  `.execute(trx)
  return taken.rows.length === 0 ? undefined : refuseValue(collection)
}

/** The same for many records, new ones or those with an `id`, one lock for all of their values. */
export async function refuseAnyTaken(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  records: readonly Readonly<Record<string, unknown>>[],
): Promise<WriteAnswer | undefined> {
  const { key } = collection.description.unique ?? { key: '' }
  const bearing = records.flatMap(({ [key]: value, id = null }) => (typeof value === 'string' ? [{ id, value }] : []))
  if (bearing.length === 0) return undefined
  if (new Set(bearing.map(({ value }) => value)).size < bearing.length) return refuseValue(collection)
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(collection)}, 0))`.execute(trx)
  const taken = await sql`
    select 1 from ${sql.table(collection.table)} t
    join jsonb_to_recordset(${JSON.stringify(bearing)}::jsonb) as given (id uuid, value text) on given.value = t.${sql.ref(key)}
    where t.id is distinct from given.id limit 1
  `.execute(trx)
  return taken.rows.length === 0 ? undefined : refuseValue(collection)
}

function lockName({ table, description: { unique } }: WritableCollection): string {
  return `${table}.${unique?.key ?? ''}`
}

function refuseValue({ description: { unique } }: WritableCollection): WriteAnswer {
  const { key, message } = unique ?? { key: '', message: '' }
  return refuseWrite('refused', { message, fields: { [key]: message } })
}
