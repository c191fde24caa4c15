import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import { listIncomingOwnedReferences, listOwnerReferences } from '#contract/books/references.ts'
import { tableByCollection, type Tables } from '#server/schema/tables/tables.ts'

/**
 * Whether processing of a row is stopped 처리정지 (개인정보 보호법 제37조): a superuser stopped it, or
 * the record it belongs to. A condition over `alias`. The database refuses writes by the same rule.
 */
export function isStopped(collection: CollectionName, alias: string): RawBuilder<boolean> {
  const ids = ['id', ...listOwnerReferences(collection).map(({ key }) => key)].map((key) => sql.ref(`${alias}.${key}`))
  return sql<boolean>`exists (select from record_block b where b.lifted_at is null and b.record_id in (${sql.join(ids)}))`
}

/**
 * Whether this transaction may not write the row because its processing is stopped. A superuser's
 * transaction declares that it may.
 */
export function isWriteStopped(collection: CollectionName, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(current_setting('office.writes_blocked', true), '') <> 'on' and ${isStopped(collection, alias)})`
}

/** Every stopped record of these books, including dependents of stopped records. */
export async function readStoppedRecords(
  db: Kysely<Tables>,
  collections: readonly CollectionName[],
): Promise<{ collection: CollectionName; id: string }[]> {
  const { rows: stopped } = await sql<{ collection: CollectionName; id: string }>`
    select collection, record_id as id from record_block where lifted_at is null
  `.execute(db)
  const all = [...stopped]
  for (const parent of new Set(stopped.map(({ collection }) => collection))) {
    const ids = stopped.filter(({ collection }) => collection === parent).map(({ id }) => id)
    for (const { from, key } of listIncomingOwnedReferences(parent)) {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(tableByCollection[from])} where ${sql.ref(key)} = any(${ids}::uuid[])
      `.execute(db)
      all.push(...rows.map(({ id }) => ({ collection: from, id })))
    }
  }
  return all.filter(({ collection }) => collections.includes(collection))
}

/**
 * Those of the records from which no document may be made: the record or one of its dependents
 * (such as an owner of a unit) is stopped. To make one, a superuser resumes processing first, which
 * is audited.
 */
export async function findStopped(
  db: Kysely<Tables>,
  collection: CollectionName,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const idList = sql`any(${sql.val([...ids])}::uuid[])`
  const belongingIds = listIncomingOwnedReferences(collection).map(
    ({ from, key }) => sql`
      union select t.${sql.ref(key)} as id from record_block b join ${sql.table(tableByCollection[from])} t on t.id = b.record_id
      where b.lifted_at is null and t.${sql.ref(key)} = ${idList}`,
  )
  const { rows } = await sql<{ id: string }>`
    select r.id from ${sql.table(tableByCollection[collection])} r where r.id = ${idList} and ${isStopped(collection, 'r')}
    ${sql.join(belongingIds, sql` `)}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
