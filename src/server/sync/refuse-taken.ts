import { sql, type Transaction } from 'kysely'
import { mayViolateUnique } from '../db/unique-change.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { WritableCollection, WriteAnswer } from '../db/writable-collection.ts'
import { refuseWrite } from './write-answer.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Refuses a value that must be unique and that another record already has. Concurrent writers of
 * the same value wait until the transaction ends, bulk writers included, so the unique index never
 * raises an error.
 */
export async function refuseTaken(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { id, before, changes }: { id: string; before: Fields | null; changes: Fields },
): Promise<WriteAnswer | undefined> {
  const [borne] = mayViolateUnique(collection, { before, changes })
    ? bearing(collection, [{ ...before, ...changes, id }])
    : []
  if (!borne) return undefined
  const all = lockName(collection)
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${all}, 0))`.execute(trx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${all}.${nameOf(borne)}`}, 0))`.execute(trx)
  return await refuseHeld(trx, collection, [borne])
}

/** `refuseTaken` for many records, new ones or those with an `id`. One lock covers all values. */
export async function refuseAnyTaken(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  records: readonly Fields[],
): Promise<WriteAnswer | undefined> {
  const borne = bearing(collection, records)
  if (borne.length === 0) return undefined
  if (new Set(borne.map(nameOf)).size < borne.length) return refuseValue(collection)
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(collection)}, 0))`.execute(trx)
  return await refuseHeld(trx, collection, borne)
}

/** A value that must be unique, within `scope` if the book limits it. */
interface Borne {
  readonly id: unknown
  readonly value: string
  readonly scope: unknown
}

function bearing({ description: { unique } }: WritableCollection, records: readonly Fields[]): Borne[] {
  if (!unique) return []
  return records.flatMap(({ id = null, ...fields }) => {
    const [value, scope] = [fields[unique.key], unique.within === undefined ? null : fields[unique.within]]
    return typeof value === 'string' ? [{ id, value, scope }] : []
  })
}

function nameOf({ value, scope }: Borne): string {
  return typeof scope === 'string' ? `${scope}.${value}` : value
}

async function refuseHeld(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  borne: readonly Borne[],
): Promise<WriteAnswer | undefined> {
  const { key = '', within } = collection.description.unique ?? {}
  const isInScope = within === undefined ? sql`true` : sql`given.scope = t.${sql.ref(within)}`
  const conflicting = await sql`
    select 1 from ${sql.table(collection.table)} t
    join jsonb_to_recordset(${JSON.stringify(borne)}::jsonb) as given (id uuid, value text, scope uuid)
      on given.value = t.${sql.ref(key)} and ${isInScope}
    where t.id is distinct from given.id limit 1
  `.execute(trx)
  return conflicting.rows.length === 0 ? undefined : refuseValue(collection)
}

function lockName({ table, description: { unique } }: WritableCollection): string {
  return `${table}.${unique?.key ?? ''}`
}

function refuseValue({ description: { unique } }: WritableCollection): WriteAnswer {
  const { key, message } = unique ?? { key: '', message: '' }
  return refuseWrite('refused', { message, fields: { [key]: message } })
}
