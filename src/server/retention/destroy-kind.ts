import { type Kysely, sql, Transaction } from 'kysely'
import type { z } from 'zod'
import { retentionKinds } from '#contract/retention/retention-kinds.ts'
import { destroyInputSchema, destroyPath } from '#contract/retention/retention.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import {
  destroyRecord,
  destroyTaskName,
  type Destruction,
  forgetTraces,
  recordDestructionRun,
} from '#server/destruction/destroy-record.ts'
import { lockDestructionTargets, StillReferencedError } from '#server/destruction/destruction-targets.ts'
import { tableByCollection, type Tables } from '#server/schema/tables/tables.ts'
import { type ItemContext, ItemError, type ItemKind } from '#server/tasks/task-kind.ts'
import { buildTrailRow } from '#server/trail/write-trail.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import { type Due, selectDueRecords } from './find-due.ts'
import { readRetentionYears } from './periods.ts'
import { requireRetentionAccess } from './policy.ts'

type DestroyInput = z.output<typeof destroyInputSchema>

/**
 * Task that destroys the records a superuser confirmed, each in its own transaction and checked
 * again under its lock.
 */
export function destroyKind(): ItemKind<typeof destroyInputSchema> {
  return {
    name: destroyTaskName,
    path: destroyPath,
    tag: '보유기간과 파기',
    collection: 'destruction',
    input: destroyInputSchema,
    policy: requireRetentionAccess,
    itemIds: ({ ids }) => ids,
    work: async (item, id) => await destroyDueRecord(item, id),
  }
}

async function destroyDueRecord(
  { db, now, userId, input }: ItemContext<DestroyInput>,
  id: string,
): Promise<{ note?: string } | void> {
  if (!(db instanceof Transaction)) throw new Error('records are destroyed in a transaction only')
  const trx: Transaction<Tables> = db
  const today = toOfficeDay(now().getTime())
  const due = await lockDue(trx, { kind: input.kind, id, today })
  if (!due) throw new ItemError('파기 대상이 아닙니다. 그 사이에 수정되었거나 보존하기로 했거나 이미 파기되었습니다.')
  const destruction = await openLedger(trx, { input, userId, now: now() })
  try {
    if (input.kind === 'quick-deliveries') await clearDelivery(trx, id, destruction)
    else await destroyRecord(trx, { collection: due.collection, id }, destruction)
  } catch (error) {
    if (error instanceof StillReferencedError)
      throw new ItemError(`이 기록을 쓰는 ${error.referringBookLabel} 기록이 남아 있어 파기하지 않았습니다.`, {
        cause: error,
      })
    throw error
  }
  await trx.deleteFrom('destruction_candidate').where('record_id', '=', id).execute()
}

/**
 * Locks the record: a concurrent hold or write either comes first or waits until the record is
 * gone.
 */
async function lockDue(
  trx: Transaction<Tables>,
  { kind, id, today }: { kind: DestroyInput['kind']; id: string; today: string },
): Promise<Due | undefined> {
  if (kind !== 'deleted-records') {
    const { collection } = retentionKinds[kind]
    await sql`select 1 from ${sql.table(tableByCollection[collection])} where id = ${id} for update`.execute(trx)
  }
  const { rows } = await sql<Due>`${await selectDueRecords(trx, kind, { today, id })}`.execute(trx)
  return rows[0]
}

/** Creates the row of 파기 대장 with the first item. */
async function openLedger(
  trx: Kysely<Tables>,
  { input, userId, now }: { input: DestroyInput; userId: string; now: Date },
): Promise<Destruction> {
  const { destruction: id, kind, ids } = input
  const person = await trx.selectFrom('app_user').select(['id', 'nickname']).where('id', '=', userId).executeTakeFirst()
  const by = { id: userId, name: person?.nickname ?? '' }
  const ended = await trx
    .selectFrom('destruction_candidate')
    .select((eb) => [eb.fn.min('ended_on').as('from'), eb.fn.max('ended_on').as('to')])
    .where('kind', '=', kind)
    .where('record_id', 'in', ids)
    .executeTakeFirst()
  const years = await readRetentionYears(trx, kind, toOfficeDay(now.getTime()))
  await recordDestructionRun(trx, {
    id,
    kind,
    asked: new Set(ids).size,
    by,
    at: now,
    period: { years },
    ended: { from: ended?.from ?? null, to: ended?.to ?? null },
  })
  const ledgerRow = await trx
    .selectFrom('destruction')
    .select(['kind', 'confirmed_by_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (ledgerRow?.kind !== kind || ledgerRow.confirmed_by_id !== userId)
    throw new ItemError('다른 파기에 쓰인 번호입니다. 화면을 새로고침해 주세요.')
  return { id, by, ipAddress: null, reason: `보유기간 ${String(years)}년 경과`, now }
}

const deliveries = createWritableBook('quick-deliveries')

/**
 * Clears the personal fields of a quick delivery and keeps its day and amount, because the balance
 * is the sum of all deliveries.
 */
async function clearDelivery(trx: Transaction<Tables>, id: string, destruction: Destruction): Promise<void> {
  const targets = await lockDestructionTargets(trx, { collection: deliveries.name, id })
  const [{ row, version }] = targets
  if (!row) return
  await forgetTraces(trx, targets)
  await sql`select set_config('office.writes_blocked', 'on', true)`.execute(trx)
  const empty = { rider: null, sender: null, receiver: null, memo: null }
  const timestamp = destruction.now.toISOString()
  await trx
    .updateTable('quick_delivery')
    .set({ ...empty, ...deliveries.derive({ ...row, ...empty }), version: version + 1, updated_at: timestamp })
    .where('id', '=', id)
    .execute()
  await trx
    .insertInto('change')
    .values({
      collection: deliveries.name,
      record_id: id,
      version: version + 1,
      kind: 'update',
      fields: '{}',
      user_id: destruction.by?.id ?? null,
      user_name: destruction.by?.name ?? destruction.reason,
      op_id: null,
      act_id: null,
    })
    .execute()
  await sql`
    insert into destroyed_record (record_id, collection, destruction_id, destroyed_at)
    values (${id}, ${deliveries.name}, ${destruction.id}, ${timestamp}) on conflict do nothing
  `.execute(trx)
  const entry = {
    user: destruction.by,
    ipAddress: destruction.ipAddress,
    act: 'destroy' as const,
    collection: deliveries.name,
    recordId: id,
  }
  await trx
    .insertInto('audit')
    .values(
      buildTrailRow({ ...entry, detail: { reason: destruction.reason, destruction: destruction.id, emptied: true } }),
    )
    .execute()
}
