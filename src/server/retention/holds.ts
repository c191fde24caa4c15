import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { CollectionName } from '#contract/books/collections.ts'
import { problem } from '#contract/problem.ts'
import type { Hold, holdCreateSchema } from '#contract/retention/retention.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { tableByCollection, type Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { readCaptions } from './candidates.ts'
import type { RetentionManager } from './policy.ts'

type HoldContext = Pick<Deps, 'db' | 'now'>

/** Records kept beyond their period, and why. */
export async function listHolds({ db, now }: HoldContext): Promise<Hold[]> {
  const rows = await db
    .selectFrom('retention_hold')
    .select(['id', 'collection', 'record_id', 'reason', 'until', 'placed_by', 'placed_at'])
    .where('lifted_at', 'is', null)
    .where('until', '>=', toOfficeDay(now().getTime()))
    .orderBy('until')
    .orderBy('id')
    .execute()
  const captions = await readCaptions(db, rows)
  return rows.map((row) => ({
    ...row,
    collection: row.collection as CollectionName,
    caption: captions.get(row.record_id)?.caption ?? '',
  }))
}

/**
 * Keeps a record until a day. Repeating the same id changes nothing; a record already held is
 * refused.
 */
export async function createHold(
  { db, now }: HoldContext,
  hold: z.output<typeof holdCreateSchema>,
  by: RetentionManager,
): Promise<void> {
  const today = toOfficeDay(now().getTime())
  if (hold.until <= today) refuse('until', '보존 기한은 오늘보다 뒤의 날로 입력해 주세요.')
  await db.transaction().execute(async (trx) => {
    await lockOrRefuse(trx, hold)
    const timestamp = now().toISOString()
    await trx
      .updateTable('retention_hold')
      .set({ lifted_at: timestamp, lifted_by: '기한 지남' })
      .where('record_id', '=', hold.record_id)
      .where('lifted_at', 'is', null)
      .where('until', '<', today)
      .execute()
    const existing = await trx
      .selectFrom('retention_hold')
      .select('id')
      .where('record_id', '=', hold.record_id)
      .where('lifted_at', 'is', null)
      .executeTakeFirst()
    if (existing?.id === hold.id) return
    if (existing) refuse('until', '이미 보존하고 있는 기록입니다. 보존을 풀고 다시 정해 주세요.')
    await trx
      .insertInto('retention_hold')
      .values({ ...hold, placed_by: by.user.name, placed_at: timestamp, lifted_at: null, lifted_by: null })
      .execute()
    await trx.deleteFrom('destruction_candidate').where('record_id', '=', hold.record_id).execute()
    const { collection, record_id: recordId, reason, until } = hold
    await writeTrail(trx, { ...by, act: 'hold', collection, recordId, detail: { reason, until } })
  })
}

/** Ends a hold; the next daily search proposes the record again. */
export async function liftHold({ db, now }: HoldContext, id: string, by: RetentionManager): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const lifted = await trx
      .updateTable('retention_hold')
      .set({ lifted_at: now().toISOString(), lifted_by: by.user.name })
      .where('id', '=', id)
      .where('lifted_at', 'is', null)
      .returning(['collection', 'record_id'])
      .executeTakeFirst()
    if (!lifted) throw new HttpProblem(problem('not_found', { message: '보존하고 있는 기록이 아닙니다.' }))
    const { collection, record_id: recordId } = lifted
    await writeTrail(trx, { ...by, act: 'hold', collection, recordId, detail: { lifted: true } })
  })
}

/** Locks the record, or throws `not_found`. Waits for a running destruction of it. */
async function lockOrRefuse(
  trx: Kysely<Tables>,
  { collection, record_id }: { collection: CollectionName; record_id: string },
): Promise<void> {
  const { rows } = await sql`
    select 1 from ${sql.table(tableByCollection[collection])} where id = ${record_id} for update
  `.execute(trx)
  if (rows.length > 0) return
  const { rows: logged } = await sql`
    select 1 from change c where record_id = ${record_id} and collection = ${collection} and kind = 'delete' and fields <> '{}'::jsonb
      and not exists (select from destroyed_record d where d.record_id = c.record_id and d.collection = c.collection) limit 1
  `.execute(trx)
  if (logged.length === 0) throw new HttpProblem(problem('not_found', { message: '이미 파기했거나 없는 기록입니다.' }))
}

function refuse(field: string, message: string): never {
  throw new HttpProblem(problem('refused', { message, fields: { [field]: message } }))
}
