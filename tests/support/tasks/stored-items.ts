import type { Database } from '#server/db/client.ts'

/**
 * Inserts a task of `createCountedKind` requested a minute ago, so that the next poll of any
 * process finds it undelivered.
 */
export async function storeItemTask(
  db: Database,
  { id, userId, ids }: { id: string; userId: string; ids: readonly string[] },
): Promise<void> {
  const requestedAt = new Date(Date.now() - 60_000).toISOString()
  const row = { id, user_id: userId, kind: 'counted', input: JSON.stringify({ ids }), requested_at: requestedAt }
  const items = ids.map((itemId, index) => ({
    task_id: id,
    item_id: itemId,
    seq: index + 1,
    batch: Math.floor(index / 50),
  }))
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('download_task').values(row).execute()
    await trx.insertInto('task_item').values(items).execute()
  })
}
