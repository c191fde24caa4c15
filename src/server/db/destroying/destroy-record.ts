import { sql, type Transaction } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import { auditRow, type AuditEntry } from '../../plugins/audit.ts'
import type { Tables } from '../../schema/tables/tables.ts'
import { writableCollection } from '../writable-collection.ts'
import { lockFamily, ownerKeys, type Member } from './family.ts'
import { forgetFiles } from './forget-files.ts'
import { forgetTraces } from './forget-traces.ts'

/** Who wants it and why, in Korean; nobody: the server itself. */
export interface Destruction {
  /** Of 파기 대장 (`write-ledger.ts`), there already. */
  readonly id: string
  readonly by: AuditEntry['user']
  readonly address: string | null
  readonly reason: string
  readonly now: Date
}

/**
 * Destroys a record with its parts and every trace of its values: rows and search words, numbers, papers with their files, extracts with their PDFs, letters, values in the change log, stored
 * answers of writes, made files and chats that show it. What stays is that it was destroyed, when and why: an empty delete in the log, from which devices drop their copy with the next
 * pull, a row in the audit trail, and its id, so that nobody brings it back. Backups rotate. A record that is deleted already loses what the log and the answers still hold.
 * Throws `StillPointedAtError` while a record that is not destroyed with it points at it. Answers false where nothing is left of it.
 */
export async function destroyRecord(
  trx: Transaction<Tables>,
  doomed: { readonly collection: CollectionName; readonly id: string },
  why: Destruction,
): Promise<boolean> {
  if (await isDestroyed(trx, doomed)) return false
  // Its processing may be stopped (migration 0057): to destroy it is no processing that harms the person.
  await sql`select set_config('office.writes_blocked', 'on', true)`.execute(trx)
  const family = await lockFamily(trx, doomed)
  await forgetFiles(trx, family)
  await forgetTraces(trx, family)
  for (const { collection, id } of family.toReversed())
    await sql`delete from ${sql.table(writableCollection(collection).table)} where id = ${id}`.execute(trx)
  await writeDown(trx, family, why)
  return true
}

/** Says which are gone for good, once each. */
async function writeDown(trx: Transaction<Tables>, family: readonly Member[], why: Destruction): Promise<void> {
  const destroyed_at = why.now.toISOString()
  await trx
    .insertInto('destroyed_record')
    .values(
      family.map(({ collection, id }, place) => ({
        collection,
        record_id: id,
        destruction_id: why.id,
        is_part: place > 0,
        destroyed_at,
      })),
    )
    .execute()
  await trx
    .insertInto('change')
    .values(family.map((member) => deletion(member, why)))
    .execute()
  await trx
    .insertInto('audit')
    .values(family.map((member) => trailOf(member, why)))
    .execute()
}

/** Tells the devices; of the values that a delete otherwise keeps it has the owner alone, by which it is known whose devices hold a copy. */
function deletion({ collection, id, version, owner }: Member, { by, reason }: Destruction) {
  const key = ownerKeys[collection]
  const fields = owner === null || key === undefined ? {} : { [key]: { old: owner, new: null } }
  return {
    collection,
    record_id: id,
    version: version + 1,
    kind: 'delete' as const,
    fields: JSON.stringify(fields),
    user_id: by?.id ?? null,
    user_name: by?.name ?? reason,
    op_id: null,
    act_id: null,
  }
}

/** HAZARD: no subject: the trail outlives what was destroyed. */
function trailOf({ collection, id }: Member, { id: destruction, by, address, reason }: Destruction) {
  const entry = { user: by, address, act: 'destroy' as const, collection, recordId: id }
  return auditRow({ ...entry, detail: { reason, destruction } })
}

async function isDestroyed(
  trx: Transaction<Tables>,
  { collection, id }: { collection: CollectionName; id: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('destroyed_record')
    .select('record_id')
    .where('record_id', '=', id)
    .where('collection', '=', collection)
    .executeTakeFirst()
  return row !== undefined
}
