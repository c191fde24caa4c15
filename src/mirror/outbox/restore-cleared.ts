import type { Runtime } from '../runtime.ts'
import type { OutboxDatabase } from './outbox-database.ts'
import type { OutboxImage } from './outbox-image.ts'
import { isUnsettled } from './stored-op.ts'

/**
 * The database was recreated under an open handle, because browsers clear storage when they need
 * room or are asked to. Detected by a stamp that went back.
 */
export class OutboxClearedError extends Error {
  override readonly name = 'OutboxClearedError'
}

interface ClearedOutbox {
  readonly db: OutboxDatabase
  readonly image: OutboxImage
  readonly runtime: Runtime
}

/**
 * Restores session and entries from memory into the database that replaced the cleared one, and
 * returns the number of restored entries; null when there was nothing to do. Happens once for all
 * tabs and workers: the second finds the stamp ahead of its own. Entries keep their opIds, so one
 * in transit arrives once. `log`, `traces` and `sent` are not held in memory and start empty.
 */
export async function restoreCleared({ db, image, runtime }: ClearedOutbox): Promise<number | null> {
  const remembered = [...image.opsBySeq.values(), ...image.unknownBySeq.values()]
  return await db.transaction('rw', [db.ops, db.session, db.meta], async () => {
    const stamp = Number((await db.meta.get('stamp'))?.value ?? 0)
    if (stamp >= image.stamp) return null
    // A window opened meanwhile may already have written new rows.
    const present = await db.ops.toArray()
    const opIds = new Set(present.map(({ opId }) => opId))
    const seqs = new Set(present.map(({ seq }) => seq))
    const missing = remembered.filter(({ opId }) => !opIds.has(opId))
    for (const op of missing) {
      const { seq, ...rest } = op
      await (seqs.has(seq) ? db.ops.add(rest as never) : db.ops.put(op as never))
    }
    if (image.session && !(await db.session.get('session'))) await db.session.put(image.session)
    const keyId = runtime.seals?.outbox.keyId
    if (keyId !== undefined) await db.meta.put({ key: 'sealed', value: keyId })
    await db.meta.put({ key: 'stamp', value: image.stamp + 1 })
    return missing.filter((op) => !('state' in op) || isUnsettled(op as never)).length
  })
}
