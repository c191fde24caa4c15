import { recordOverlaps } from '#server/addresses/saved-extracts.ts'
import type { Database } from '#server/db/client.ts'
import { newId } from '#server/new-id.ts'

/** Inserts a task of extracts as its start does, without notifying any process. */
export async function startAddressTask(
  db: Database,
  { userId, kind = 'address-issue', ids }: { userId: string; kind?: string; ids: readonly string[] },
): Promise<string> {
  const id = newId()
  const row = { id, user_id: userId, kind, requested_at: new Date().toISOString() }
  await db.transaction().execute(async (trx) => {
    const input = JSON.stringify({ address_ids: ids })
    await trx
      .insertInto('download_task')
      .values({ ...row, input })
      .execute()
    const items = ids.map((itemId, index) => ({ task_id: id, item_id: itemId, seq: index + 1, batch: 0 }))
    await trx.insertInto('task_item').values(items).execute()
    await recordOverlaps(trx, id)
  })
  return id
}

/** Marks the task as its last item does. */
export async function endAddressTask(db: Database, id: string): Promise<void> {
  await db.updateTable('task_item').set({ state: 'done' }).where('task_id', '=', id).execute()
  const completed = { status: 'completed', finished_at: new Date().toISOString() } as const
  await db.updateTable('download_task').set(completed).where('id', '=', id).execute()
}
