import { sql, type Transaction } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { listIncomingOwnedReferences, listIncomingReferences } from '#contract/books/references.ts'
import { selectRecordJson } from '#server/db/record-json.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'

/** A record to destroy, with the values that identify it elsewhere. */
export interface DestructionTarget {
  readonly collection: CollectionName
  readonly id: string
  /** The highest version that devices have seen. */
  readonly version: number
  /** Only in books that are owned row by row. */
  readonly owner: string | null
  /** Null: already deleted. */
  readonly row: AnyRecord | null
}

export class StillReferencedError extends Error {
  override name = 'StillReferencedError'
  /** In Korean. */
  readonly referringBookLabel: string

  constructor(referringBookLabel: string) {
    super('a record that is not destroyed with it references it')
    this.referringBookLabel = referringBookLabel
  }
}

/**
 * The record and all records destroyed with it, the record first, locked until the transaction
 * ends.
 */
export async function lockDestructionTargets(
  trx: Transaction<Tables>,
  { collection, id }: { collection: CollectionName; id: string },
): Promise<readonly [DestructionTarget, ...DestructionTarget[]]> {
  const first = await lockTarget(trx, { collection, id })
  if (first.row) await refuseReferenced(trx, first)
  const ownedTargets: DestructionTarget[] = []
  for (const { from, key } of listIncomingOwnedReferences(collection)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(createWritableBook(from).table)} where ${sql.ref(key)} = ${id} order by id
    `.execute(trx)
    for (const part of rows)
      ownedTargets.push(...(await lockDestructionTargets(trx, { collection: from, id: part.id })))
  }
  return [first, ...ownedTargets, ...(await lockReminders(trx, { collection, id }))]
}

/**
 * Reminders name the case they were made from. They outlive its delete, so they hold its id as text
 * rather than a reference.
 */
async function lockReminders(
  trx: Transaction<Tables>,
  { collection, id }: { collection: CollectionName; id: string },
): Promise<DestructionTarget[]> {
  const reminders = await trx
    .selectFrom('reminders')
    .select('id')
    .where('case_id', '=', id)
    .where('case_book', '=', collection)
    .orderBy('id')
    .execute()
  const targets: DestructionTarget[] = []
  for (const reminder of reminders) targets.push(await lockTarget(trx, { collection: 'reminders', id: reminder.id }))
  return targets
}

async function refuseReferenced(trx: Transaction<Tables>, { collection, id }: DestructionTarget): Promise<void> {
  const ownedCollections = new Set(listIncomingOwnedReferences(collection).map(({ from }) => from))
  for (const { from, key } of listIncomingReferences(collection)) {
    if (ownedCollections.has(from)) continue
    const { table, label } = createWritableBook(from)
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${id} limit 1`.execute(trx)
    if (rows.length > 0) throw new StillReferencedError(label)
  }
}

async function lockTarget(
  trx: Transaction<Tables>,
  { collection, id }: { collection: CollectionName; id: string },
): Promise<DestructionTarget> {
  const book = createWritableBook(collection)
  const { rows } = await sql<{ row: AnyRecord }>`
    select ${selectRecordJson(book, 't')} as row from ${sql.table(book.table)} t where t.id = ${id} for update
  `.execute(trx)
  const row = rows[0]?.row ?? null
  const key = ownerKeys[collection]
  const logged = await sql<{ version: number | null; owner: string | null }>`
    select max(version) as version, max(fields -> ${key ?? ''} ->> 'old') filter (where kind = 'delete') as owner from change
    where collection = ${collection} and record_id = ${id}
  `.execute(trx)
  const [last] = logged.rows
  const owner = key === undefined ? null : row ? String(row[key]) : (last?.owner ?? null)
  return { collection, id, version: Math.max(row?.version ?? 0, last?.version ?? 0), owner, row }
}

/**
 * The owner field of books that are owned row by row. Repeats `owned` of their collections, because
 * this folder must not import a business.
 */
export const ownerKeys: Partial<Record<CollectionName, string>> = { 'leave-requests': 'requester_id' }
