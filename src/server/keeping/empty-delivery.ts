import { sql, type Transaction } from 'kysely'
import type { Destruction } from '../destruction/destroy-record.ts'
import { lockFamily } from '../destruction/family.ts'
import { forgetTraces } from '../destruction/forget-traces.ts'
import { writableCollection } from '../db/writable-collection.ts'
import { auditRow } from '../audit/audit.ts'
import type { Tables } from '../schema/tables/tables.ts'

const deliveries = writableCollection('quick-deliveries')

/**
 * Clears the personal fields of a quick delivery and keeps its day and amount, because the balance
 * is the sum of all deliveries.
 */
export async function emptyDelivery(trx: Transaction<Tables>, id: string, why: Destruction): Promise<void> {
  const family = await lockFamily(trx, { collection: deliveries.name, id })
  const [{ row, version }] = family
  if (!row) return
  await forgetTraces(trx, family)
  await sql`select set_config('office.writes_blocked', 'on', true)`.execute(trx)
  const empty = { rider: null, sender: null, receiver: null, memo: null }
  const at = why.now.toISOString()
  await trx
    .updateTable('quick_delivery')
    .set({ ...empty, ...deliveries.derive({ ...row, ...empty }), version: version + 1, updated_at: at })
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
      user_id: why.by?.id ?? null,
      user_name: why.by?.name ?? why.reason,
      op_id: null,
      act_id: null,
    })
    .execute()
  await sql`
    insert into destroyed_record (record_id, collection, destruction_id, destroyed_at)
    values (${id}, ${deliveries.name}, ${why.id}, ${at}) on conflict do nothing
  `.execute(trx)
  const entry = {
    user: why.by,
    address: why.address,
    act: 'destroy' as const,
    collection: deliveries.name,
    recordId: id,
  }
  await trx
    .insertInto('audit')
    .values(auditRow({ ...entry, detail: { reason: why.reason, destruction: why.id, emptied: true } }))
    .execute()
}
