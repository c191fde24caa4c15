import type { Runtime } from '../runtime.ts'
import type { OutboxDatabase } from './outbox-database.ts'
import type { OutboxImage } from './outbox-image.ts'
import { isUnsettled } from './stored-op.ts'

/** The database was made anew under an open handle: browsers clear storage when they need room or somebody asks them to. Stamps only grow otherwise. */
export class OutboxClearedError extends Error {
  override readonly name = 'OutboxClearedError'
}

interface Cleared {
  readonly db: OutboxDatabase
  readonly image: OutboxImage
  readonly runtime: Runtime
}

/**
 * Puts what a handle still holds in memory, session and entries, into the database that took the place of the cleared one, and answers how many entries that saved; null: nothing was to do. Once for
 * all tabs and workers: whoever comes second finds the stamp ahead of its own. Entries keep their opIds, so that one that was on the wire arrives once. Of what left the outbox nothing is
 * held in memory: `log`, `traces` and `sent` begin empty.
 */
export async function putBackCleared({ db, image, runtime }: Cleared): Promise<number | null> {
  const held = [...image.opsBySeq.values(), ...image.unknownBySeq.values()]
  return await db.transaction('rw', [db.ops, db.session, db.meta], async () => {
    const stamp = Number((await db.meta.get('stamp'))?.value ?? 0)
    if (stamp >= image.stamp) return null
    // A window that was opened meanwhile may have begun anew.
    const present = await db.ops.toArray()
    const opIds = new Set(present.map(({ opId }) => opId))
    const seqs = new Set(present.map(({ seq }) => seq))
    const missing = held.filter(({ opId }) => !opIds.has(opId))
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
