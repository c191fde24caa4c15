import { sql } from 'kysely'
import { type CollectionName, collectionNames, pointersAt } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Database } from '../client.ts'
import type { WritableCollection } from '../writable-collection.ts'
import { tableOf } from '#server/schema/tables/tables.ts'
import { startNewEpoch } from './demo-rows.ts'

/** Takes the demo records of these books out, edited or not, with their history; those that a record of the office points at stay. Answers how many went. */
export async function removeDemoRecords(
  db: Database,
  names: readonly CollectionName[] = collectionNames,
): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    let removed = 0
    for (const name of pointingFirst().filter((one) => names.includes(one))) removed += await removeOf(trx, name)
    if (removed > 0) await startNewEpoch(trx)
    return removed
  })
}

/** A record can go once nothing points at it any more. */
function pointingFirst(): CollectionName[] {
  const order = new Set<CollectionName>()
  const place = (name: CollectionName): void => {
    for (const { from } of pointersAt(name)) if (from !== name && !order.has(from)) place(from)
    order.add(name)
  }
  for (const name of collectionNames) place(name)
  return [...order]
}

/** What went of a book, and what stayed because something points at it. */
export interface RemovedOf {
  readonly name: CollectionName
  readonly removed: number
  readonly edited: number
  readonly kept: readonly AnyRecord[]
}

/**
 * The same for an office at work: devices are told by ordinary deletes of this person, which spares them a new copy of everything, and what stays is the office's own from
 * now on. Within the caller's transaction; answers every book that had demo records.
 */
export async function removeDemoRecordsOf(
  trx: Database,
  collections: readonly Pick<WritableCollection, 'name' | 'owned'>[],
  by: { userId: string; userName: string },
): Promise<RemovedOf[]> {
  const answers: RemovedOf[] = []
  for (const name of pointingFirst()) {
    const owner = collections.find((one) => one.name === name)?.owned?.key
    const table = sql.table(tableOf[name])
    const edited = await sql<{ count: number }>`
      select count(*)::int as count from ${table} where is_demo and version > 1 and ${unpointed(name)}
    `.execute(trx)
    const removed = await removeOf(trx, name, { ...by, owner })
    const kept = await sql<AnyRecord>`update ${table} set is_demo = false where is_demo returning *`.execute(trx)
    if (removed + kept.rows.length > 0)
      answers.push({ name, removed, edited: edited.rows[0]?.count ?? 0, kept: kept.rows })
  }
  return answers
}

interface Told {
  readonly userId: string
  readonly userName: string
  /** The field that says whose a record is, where others may not learn of it. */
  readonly owner: string | undefined
}

async function removeOf(trx: Database, name: CollectionName, told?: Told): Promise<number> {
  const table = sql.table(tableOf[name])
  // HAZARD: whoever writes a record that points at one of these meanwhile is waited for here and seen by the next statement, which would else refuse to delete it.
  await sql`select from ${table} where is_demo for update`.execute(trx)
  const result = await sql`
    with gone as (delete from ${table} where is_demo and ${unpointed(name)} returning *),
      forgotten as (delete from change where record_id in (select id from gone)),
      unsealed as (delete from party_number where record_id in (select id from gone))
      ${told ? sql`, told as (${deletesOf(name, told)})` : sql``}
    select id from gone
  `.execute(trx)
  return result.rows.length
}

/** Change rows as an ordinary delete leaves them, without what the records held. */
function deletesOf(name: CollectionName, { userId, userName, owner }: Told) {
  const fields = owner
    ? sql`jsonb_build_object(${owner}::text, jsonb_build_object('old', ${sql.ref(`gone.${owner}`)}, 'new', null))`
    : sql`'{}'::jsonb`
  return sql`
    insert into change (collection, record_id, version, kind, fields, user_id, user_name)
    select ${name}, gone.id, gone.version + 1, 'delete', ${fields}, ${userId}::uuid, ${userName} from gone
  `
}

function unpointed(name: CollectionName) {
  const table = tableOf[name]
  const kept = pointersAt(name).map(
    ({ from, key }) =>
      sql`not exists (select 1 from ${sql.table(tableOf[from])} x where ${sql.ref(`x.${key}`)} = ${sql.ref(`${table}.id`)})`,
  )
  return kept.length === 0 ? sql`true` : sql.join(kept, sql` and `)
}
