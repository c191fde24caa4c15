import { type Kysely, sql, type Transaction } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import { paperCollections } from '#contract/books/papers.ts'
import { problem, problemStatus } from '#contract/problem.ts'
import {
  formatPeriod,
  getRetentionKind,
  type RetentionKindName,
  type RetentionLength,
} from '#contract/retention/retention-kinds.ts'
import { tableByCollection, type Tables } from '#server/schema/tables/tables.ts'
import { buildTrailRow, type NewTrailEntry } from '#server/trail/write-trail.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import { type DestructionTarget, lockDestructionTargets, ownerKeys } from './destruction-targets.ts'

/** Who destroys a record and why. */
export interface Destruction {
  /** Id of the ledger entry, which must exist already. */
  readonly id: string
  /** Null: the server itself. */
  readonly by: NewTrailEntry['user']
  /** Network address of the request; null for the server itself. */
  readonly ipAddress: string | null
  /** In Korean; shown in the trail and on devices. */
  readonly reason: string
  readonly now: Date
}

/**
 * Destroys a record, its dependents and every trace of their values: rows and search columns,
 * numbers, papers with their files, extracts with their PDFs, letters, values in the change log,
 * stored responses of writes, generated files, and chats that show it. What stays is the fact of
 * its destruction, with time and reason: an empty delete in the log, after which devices drop their
 * copy with the next pull; a trail row; and its id, so that it cannot be created again. Backups
 * expire by rotation. For a record already deleted, it clears what the log and the responses still
 * hold. Throws `StillReferencedError` while a record that is not destroyed with it references it.
 * Returns false when nothing is left of it.
 */
export async function destroyRecord(
  trx: Transaction<Tables>,
  record: { readonly collection: CollectionName; readonly id: string },
  destruction: Destruction,
): Promise<boolean> {
  if (await isDestroyed(trx, record)) return false
  // Destruction is allowed even while processing is stopped 처리정지: it does not harm the person.
  await sql`select set_config('office.writes_blocked', 'on', true)`.execute(trx)
  const targets = await lockDestructionTargets(trx, record)
  await forgetFiles(trx, targets)
  await forgetTraces(trx, targets)
  for (const { collection, id } of targets.toReversed())
    await sql`delete from ${sql.table(createWritableBook(collection).table)} where id = ${id}`.execute(trx)
  await recordDestruction(trx, targets, destruction)
  return true
}

/** Records the destruction of each record: its id, the change row for devices and the trail row. */
async function recordDestruction(
  trx: Transaction<Tables>,
  targets: readonly DestructionTarget[],
  destruction: Destruction,
): Promise<void> {
  const destroyedAt = destruction.now.toISOString()
  await trx
    .insertInto('destroyed_record')
    .values(
      targets.map(({ collection, id }, position) => ({
        collection,
        record_id: id,
        destruction_id: destruction.id,
        is_part: position > 0,
        destroyed_at: destroyedAt,
      })),
    )
    .execute()
  await trx
    .insertInto('change')
    .values(targets.map((target) => buildChangeRow(target, destruction)))
    .execute()
  await trx
    .insertInto('audit')
    .values(targets.map((target) => buildDestructionTrail(target, destruction)))
    .execute()
}

/**
 * The change row for devices. Unlike that of an ordinary delete it holds no values except the
 * owner, which decides whose devices receive it.
 */
function buildChangeRow({ collection, id, version, owner }: DestructionTarget, { by, reason }: Destruction) {
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

/** HAZARD: never add a subject (a person's name); the trail outlives the destroyed data. */
function buildDestructionTrail(
  { collection, id }: DestructionTarget,
  { id: destruction, by, ipAddress, reason }: Destruction,
) {
  const entry = { user: by, ipAddress, act: 'destroy' as const, collection, recordId: id }
  return buildTrailRow({ ...entry, detail: { reason, destruction } })
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
async function forgetFiles(trx: Transaction<Tables>, targets: readonly DestructionTarget[]): Promise<void> {
  const ids = targets.map(({ id }) => id)
  await trx.deleteFrom('party_number').where('record_id', 'in', ids).execute()
  await trx.deleteFrom('address_extract_file').where('extract_id', 'in', ids).execute()
  await forgetLetters(trx, targets)
  await forgetContents(trx, targets)
}

/**
 * Deletes all versions of the records' letters, in one statement because versions reference each
 * other. Includes letters that only list the case among others, because they name its owner.
 */
async function forgetLetters(trx: Transaction<Tables>, targets: readonly DestructionTarget[]): Promise<void> {
  const listIds = (name: CollectionName) =>
    sql.val(targets.filter((target) => target.collection === name).map(({ id }) => id))
  const cases = listIds('deposit-cases')
  await sql`
    delete from official_letter where (year, number) in (
      select year, number from official_letter
      where deposition = any(${cases}::uuid[]) or address_id = any(${listIds('addresses')}::uuid[])
        or exists (select from jsonb_array_elements(more_cases) c where c ->> 'deposition' = any(${cases}::text[]))
    )
  `.execute(trx)
}

/**
 * Deletes the files of papers unless another paper uses them. The file of a paper deleted earlier
 * is found through the change log.
 */
async function forgetContents(trx: Transaction<Tables>, targets: readonly DestructionTarget[]): Promise<void> {
  const paperNames = Object.values(paperCollections)
  const papers = targets.filter(({ collection }) => paperNames.some((name) => name === collection))
  if (papers.length === 0) return
  const contentIds = papers.flatMap(({ row }) => (row ? [String(row['content_id'])] : []))
  const deletedIds = sql.val(papers.filter(({ row }) => row === null).map(({ id }) => id))
  const paperIds = sql.val(papers.map(({ id }) => id))
  const isClaimed = sql.join(
    paperNames.map(
      (name) => sql`exists (
        select from ${sql.table(tableByCollection[name])} p where p.content_id = c.content_id::text and p.id <> all(${paperIds}::uuid[])
      )`,
    ),
    sql` or `,
  )
  await sql`
    delete from paper_content c where not (${isClaimed}) and c.content_id::text in (
      select unnest(${sql.val(contentIds)}::text[])
      union select fields -> 'content_id' ->> 'old' from change where kind = 'delete' and record_id = any(${deletedIds}::uuid[])
    )
  `.execute(trx)
}

/**
 * Removes the records' values from logs, responses, files and chats. Run it before deleting the
 * rows, because their log shows where to look.
 */
export async function forgetTraces(trx: Transaction<Tables>, targets: readonly DestructionTarget[]): Promise<void> {
  const ids = sql.val(targets.map(({ id }) => id))
  await eraseStoredResponses(trx, ids)
  await forgetGeneratedFiles(trx, targets)
  await forgetChats(trx, targets)
  await forgetChanges(trx, targets)
}

type IdList = ReturnType<typeof sql.val<string[]>>

/**
 * A stored response may contain the whole row, also as a conflict; after this, a repeat gets 404.
 * The devices' traces of these writes are deleted too.
 */
async function eraseStoredResponses(trx: Transaction<Tables>, ids: IdList): Promise<void> {
  const opIdsQuery = sql`select op_id from change where record_id = any(${ids}::uuid[]) and op_id is not null`
  await sql`delete from op_trace where op_id in (${opIdsQuery}) or into_op_id in (${opIdsQuery})`.execute(trx)
  await sql`
    update op set status = ${problemStatus.not_found}, answer = ${JSON.stringify(problem('not_found'))}::json
    where op_id in (${opIdsQuery}) and answer ->> 'id' = any(${ids}::text[])
  `.execute(trx)
  await sql`
    update op set status = ${problemStatus.not_found}, answer = ${JSON.stringify(problem('not_found'))}::json
    where status >= 400 and answer -> 'current' ->> 'id' = any(${ids}::text[])
  `.execute(trx)
}

/** The log keeps who did what and when, but not the values. */
async function forgetChanges(trx: Transaction<Tables>, targets: readonly DestructionTarget[]): Promise<void> {
  for (const [collection, targetsInBook] of Map.groupBy(targets, (target) => target.collection)) {
    const ids = sql.val(targetsInBook.map(({ id }) => id))
    await sql`
      update change set fields = '{}' where collection = ${collection} and record_id = any(${ids}::uuid[])
    `.execute(trx)
  }
}

/**
 * Generated files may contain the record and can be generated again; their requests may name it. A
 * task in progress loses only its item, and its file is deleted within a day.
 */
async function forgetGeneratedFiles(trx: Transaction<Tables>, targets: readonly DestructionTarget[]): Promise<void> {
  const ids = sql.val(targets.map(({ id }) => id))
  const patterns = sql.val(listNames(targets).map(toLikePattern))
  await sql`
    delete from download_task t where t.kind <> ${destroyTaskName} and t.status in ('completed', 'failed') and (
      exists (select from download_chunk c where c.task_id = t.id)
      or exists (select from task_item i where i.task_id = t.id and i.item_id = any(${ids}::uuid[]))
      or t.input::text like any(${patterns}::text[]))
  `.execute(trx)
  await sql`
    delete from task_item i using download_task t
    where t.id = i.task_id and t.kind <> ${destroyTaskName} and i.item_id = any(${ids}::uuid[])
  `.execute(trx)
}

/** Chats that show the record, by its id or by a person's name or contact data. */
async function forgetChats(trx: Transaction<Tables>, targets: readonly DestructionTarget[]): Promise<void> {
  const patterns = sql.val([...targets.map(({ id }) => id), ...listNames(targets)].map(toLikePattern))
  await sql`
    delete from chat_thread where title like any(${patterns}::text[])
      or id in (select thread_id from chat_message where parts::text like any(${patterns}::text[]))
  `.execute(trx)
}

/** Kind of the task that destroys records; it never deletes tasks of its own kind. */
export const destroyTaskName = 'keeping-destroy'

/** Fields with names of people; one-letter values are skipped, they would match everywhere. */
const nameKeys = ['owner', 'owner_name', 'name', 'deposit_name', 'requester_name', 'rider', 'sender', 'receiver']
const contactKeys = ['phone', 'email', 'owner_address']

/** Names and contact data by which other texts may mention these records. */
function listNames(targets: readonly DestructionTarget[]): string[] {
  const values = targets.flatMap(({ row }) => [...nameKeys, ...contactKeys].map((key) => row?.[key]))
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && value.trim().length > 1))]
}

function toLikePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** An entry of the destruction ledger (파기 대장), written before the first record is destroyed. */
interface DestructionEntry {
  readonly id: string
  readonly kind: RetentionKindName
  /** Number of records to destroy. */
  readonly asked: number
  /** First and last day on which their matters ended; null if unknown. */
  readonly ended: { readonly from: string | null; readonly to: string | null }
  /** Retention period in force; defaults to the legal minimum of the kind. */
  readonly period?: RetentionLength
  /** Legal ground, in Korean; defaults to that of the kind. */
  readonly ground?: string
  /** Who confirmed it; null for the server itself. */
  readonly by: { readonly id: string; readonly name: string } | null
  readonly at: Date
}

/**
 * Adds a row to the destruction ledger (파기 대장, 개인정보 보호법 제21조). The row holds kind, count, period,
 * ground, person, time and method, but none of the data. Does nothing if the id exists.
 */
export async function recordDestructionRun(db: Kysely<Tables>, entry: DestructionEntry): Promise<void> {
  const { legalBasis, minPeriod } = getRetentionKind(entry.kind)
  await db
    .insertInto('destruction')
    .values({
      id: entry.id,
      kind: entry.kind,
      asked: entry.asked,
      way: destructionMethod,
      ended_from: entry.ended.from,
      ended_to: entry.ended.to,
      period: formatPeriod(entry.period ?? minPeriod),
      ground: entry.ground ?? legalBasis,
      confirmed_by_id: entry.by?.id ?? null,
      confirmed_by: entry.by?.name ?? '서버(자동)',
      confirmed_at: entry.at.toISOString(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

const destructionMethod =
  '데이터베이스와 보관 파일에서 영구 삭제. 기기의 사본은 다음 동기화 때, 백업은 보관 기간이 지나면 삭제'
