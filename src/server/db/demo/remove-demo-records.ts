import { sql } from 'kysely'
import { type CollectionName, collectionNames, pointersAt } from '#contract/books/collections.ts'
import type { Database } from '../client.ts'
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

async function removeOf(trx: Database, name: CollectionName): Promise<number> {
  const table = sql.table(tableOf[name])
  const kept = pointersAt(name).map(
    ({ from, key }) =>
      sql`not exists (select 1 from ${sql.table(tableOf[from])} x where ${sql.ref(`x.${key}`)} = ${sql.ref(`${tableOf[name]}.id`)})`,
  )
  const result = await sql`
    with gone as (delete from ${table} where ${sql.join([sql`is_demo`, ...kept], sql` and `)} returning id),
      forgotten as (delete from change where record_id in (select id from gone))
    select id from gone
  `.execute(trx)
  return result.rows.length
}
