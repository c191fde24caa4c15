import { sql, type Transaction } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import { auditRow, type AuditEntry } from '../audit/audit.ts'
import { type Tables, tableOf } from '../schema/tables/tables.ts'
import { writableCollection } from '../db/writable-collection.ts'
import { lockFamily, ownerKeys, type Member } from './family.ts'
import { forgetTraces } from './forget-traces.ts'
import { paperCollections } from '#contract/books/papers.ts'

/** Who destroys a record and why. */
export interface Destruction {
  /** Id of the ledger entry, which must exist already (write-ledger.ts). */
  readonly id: string
  /** Null: the server itself. */
  readonly by: AuditEntry['user']
  /** Network address of the request; null for the server itself. */
  readonly address: string | null
  /** In Korean; shown in the trail and on devices. */
  readonly reason: string
  readonly now: Date
}

/**
 * Destroys a record, its dependents and every trace of their values: rows and search columns,
 * numbers, papers with their files, extracts with their PDFs, letters, values in the change log,
 * stored answers of writes, generated files, and chats that show it. What stays is the fact of its
 * destruction, with time and reason: an empty delete in the log, after which devices drop their
 * copy with the next pull; an audit row; and its id, so that it cannot be created again. Backups
 * expire by rotation. For a record already deleted, it clears what the log and the answers still
 * hold.
 * Throws `StillReferencedError` while a record outside the family references it. Returns false when
 * nothing is left of it.
 */
export async function destroyRecord(
  trx: Transaction<Tables>,
  target: { readonly collection: CollectionName; readonly id: string },
  why: Destruction,
): Promise<boolean> {
  if (await isDestroyed(trx, target)) return false
  // Destruction is allowed even while processing is stopped 처리정지: it does not harm the person.
  await sql`select set_config('office.writes_blocked', 'on', true)`.execute(trx)
  const family = await lockFamily(trx, target)
  await forgetFiles(trx, family)
  await forgetTraces(trx, family)
  for (const { collection, id } of family.toReversed())
    await sql`delete from ${sql.table(writableCollection(collection).table)} where id = ${id}`.execute(trx)
  await writeDown(trx, family, why)
  return true
}

/** Records the destruction of each record: its id, the change row for devices and the audit row. */
async function writeDown(trx: Transaction<Tables>, family: readonly Member[], why: Destruction): Promise<void> {
  const destroyed_at = why.now.toISOString()
  await trx
    .insertInto('destroyed_record')
    .values(
      family.map(({ collection, id }, position) => ({
        collection,
        record_id: id,
        destruction_id: why.id,
        is_part: position > 0,
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

/**
 * The change row for devices. Unlike that of an ordinary delete it holds no values except the
 * owner, which decides whose devices receive it.
 */
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

/** HAZARD: never add a subject (a person's name); the audit trail outlives the destroyed data. */
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

/**
 * Deletes data of the records in other tables: numbers, files of papers, PDFs of extracts, letters.
 * HAZARD: add every new table that holds data of a record here.
 */
async function forgetFiles(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const ids = family.map(({ id }) => id)
  await trx.deleteFrom('party_number').where('record_id', 'in', ids).execute()
  await trx.deleteFrom('address_extract_file').where('extract_id', 'in', ids).execute()
  await forgetLetters(trx, family)
  await forgetContents(trx, family)
}

/**
 * Deletes all versions of the records' letters, in one statement because versions reference each
 * other. Includes letters that only list the case among others, because they name its owner.
 */
async function forgetLetters(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const of = (name: CollectionName) =>
    sql.val(family.filter((member) => member.collection === name).map(({ id }) => id))
  const cases = of('deposit-cases')
  await sql`
    delete from official_letter where (year, number) in (
      select year, number from official_letter
      where deposition = any(${cases}::uuid[]) or address_id = any(${of('addresses')}::uuid[])
        or exists (select from jsonb_array_elements(more_cases) c where c ->> 'deposition' = any(${cases}::text[]))
    )
  `.execute(trx)
}

/**
 * Deletes the files of papers unless another paper uses them. The file of a paper deleted earlier
 * is found through the change log.
 */
async function forgetContents(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const names = Object.values(paperCollections)
  const papers = family.filter(({ collection }) => names.some((name) => name === collection))
  if (papers.length === 0) return
  const remaining = papers.flatMap(({ row }) => (row ? [String(row['content_id'])] : []))
  const missing = sql.val(papers.filter(({ row }) => row === null).map(({ id }) => id))
  const others = sql.val(papers.map(({ id }) => id))
  const isClaimed = sql.join(
    names.map(
      (name) => sql`exists (
        select from ${sql.table(tableOf[name])} p where p.content_id = c.content_id::text and p.id <> all(${others}::uuid[])
      )`,
    ),
    sql` or `,
  )
  await sql`
    delete from paper_content c where not (${isClaimed}) and c.content_id::text in (
      select unnest(${sql.val(remaining)}::text[])
      union select fields -> 'content_id' ->> 'old' from change where kind = 'delete' and record_id = any(${missing}::uuid[])
    )
  `.execute(trx)
}
