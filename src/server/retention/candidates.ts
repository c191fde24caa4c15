import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { type ConfirmedKindName, confirmedKindNames } from '#contract/retention/retention-kinds.ts'
import { candidatePageSize, type Candidates, maxDestroyedAtOnce } from '#contract/retention/retention.ts'
import { bookRules } from '#domain/books/books.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { selectRecordJson } from '#server/db/record-json.ts'
import type { Deps } from '#server/deps.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { startRepeating } from '#server/tasks/daily.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import { selectDueRecords } from './find-due.ts'

/**
 * Records of a kind proposed for destruction, longest due first: one page with captions, and the
 * ids that can be confirmed at once.
 */
export async function readCandidates(
  db: Kysely<Tables>,
  { kind, page }: { kind: ConfirmedKindName; page: number },
): Promise<Candidates> {
  const candidateQuery = db.selectFrom('destruction_candidate').where('kind', '=', kind)
  const [{ total }, ids, rows] = await Promise.all([
    candidateQuery.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    candidateQuery.select('record_id').orderBy('due_on').orderBy('record_id').limit(maxDestroyedAtOnce).execute(),
    candidateQuery
      .selectAll()
      .orderBy('due_on')
      .orderBy('record_id')
      .limit(candidatePageSize)
      .offset((page - 1) * candidatePageSize)
      .execute(),
  ])
  const captions = await readCaptions(db, rows)
  const results = rows.map(({ collection, record_id, ended_on, due_on }) => ({
    collection: collection as CollectionName,
    record_id,
    ended_on,
    due_on,
    caption: captions.get(record_id)?.caption ?? getBook(collection as CollectionName).label,
    is_deleted: captions.get(record_id)?.isDeleted ?? true,
  }))
  return { total, ids: ids.map(({ record_id }) => record_id), results }
}

/** Captions of records; deleted ones by their last values. */
export async function readCaptions(
  db: Kysely<Tables>,
  records: readonly { collection: string; record_id: string }[],
): Promise<ReadonlyMap<string, { caption: string; isDeleted: boolean }>> {
  const captions = new Map<string, { caption: string; isDeleted: boolean }>()
  for (const [collection, due] of Map.groupBy(records, (record) => record.collection as CollectionName)) {
    const ids = due.map(({ record_id }) => record_id)
    const caption = (row: Readonly<Record<string, unknown>>) =>
      bookRules[collection].captionOf(row) || getBook(collection).label
    for (const row of await readRows(db, collection, ids))
      captions.set(row.id, { caption: caption(row), isDeleted: false })
    for (const { id, lastValues } of await readDeleted(db, collection, ids))
      if (!captions.has(id)) captions.set(id, { caption: caption(lastValues), isDeleted: true })
  }
  return captions
}

async function readRows(db: Kysely<Tables>, collection: CollectionName, ids: readonly string[]): Promise<AnyRecord[]> {
  const book = createWritableBook(collection)
  const { rows } = await sql<{ row: AnyRecord }>`
    select ${selectRecordJson(book, 't')} as row from ${sql.table(book.table)} t where t.id = any(${sql.val(ids)}::uuid[])
  `.execute(db)
  return rows.map(({ row }) => row)
}

async function readDeleted(db: Kysely<Tables>, collection: CollectionName, ids: readonly string[]) {
  const rows = await db
    .selectFrom('change')
    .select(['record_id', 'fields'])
    .where('collection', '=', collection)
    .where('kind', '=', 'delete')
    .where('record_id', 'in', ids.length > 0 ? [...ids] : ['00000000-0000-0000-0000-000000000000'])
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ record_id, fields }) => ({
    id: record_id,
    lastValues: Object.fromEntries(Object.entries(fields).map(([key, { old }]) => [key, old])),
  }))
}

type ProposalContext = Pick<Deps, 'db' | 'now'>

/**
 * Proposes due records once per office day, however many processes try. Returns true when this call
 * did it.
 */
export async function proposeOncePerDay({ db, now }: ProposalContext): Promise<boolean> {
  const day = toOfficeDay(now().getTime())
  return await db.transaction().execute(async (trx) => {
    const first = await trx
      .insertInto('retention_look')
      .values({ day, looked_at: now().toISOString() })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning('day')
      .executeTakeFirst()
    if (!first) return false
    await replaceProposals(trx, day)
    return true
  })
}

/** Searches for due records again, even if today's search is done. */
export async function proposeNow({ db, now }: ProposalContext): Promise<void> {
  const day = toOfficeDay(now().getTime())
  await db.transaction().execute(async (trx) => {
    const looked_at = now().toISOString()
    await trx
      .insertInto('retention_look')
      .values({ day, looked_at })
      .onConflict((conflict) => conflict.column('day').doUpdateSet({ looked_at }))
      .execute()
    await replaceProposals(trx, day)
  })
}

async function replaceProposals(trx: Transaction<Tables>, today: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('destruction_candidate'))`.execute(trx)
  await trx.deleteFrom('destruction_candidate').execute()
  for (const kind of confirmedKindNames)
    await sql`
      insert into destruction_candidate (kind, collection, record_id, ended_on, due_on)
      select ${kind}, collection, record_id, ended_on, due_on from (${await selectDueRecords(trx, kind, { today })}) found
    `.execute(trx)
}

/** Interval of checking whether today's search was made. */
const everyMs = 15 * 60_000

/** Runs now and at every interval until stopped. */
export function startDailyProposals(log: FastifyBaseLogger, deps: ProposalContext): () => Promise<void> {
  return startRepeating(log, {
    everyMs,
    async run() {
      if (!(await proposeOncePerDay(deps))) return
      const count = await countProposed(deps.db)
      if (count > 0) log.info({ count }, 'records past their retention wait for a superuser')
    },
    onFailure: 'could not search for records past their retention',
  })
}

async function countProposed(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('destruction_candidate')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
