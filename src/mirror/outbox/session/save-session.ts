import type { Tokens } from '#contract/session/session.ts'
import { subscribeOutbox, type Outbox } from '../open-outbox.ts'
import { writeOutbox } from '../write-outbox.ts'
import { sessionRowOf } from './refresh-session.ts'
import type { SessionRow } from '../outbox-database.ts'

/** Stores the session after sign-in and queues the entries held for it, in their original order. */
export async function saveSession(outbox: Outbox, tokens: Tokens): Promise<void> {
  if (tokens.user_info.id !== outbox.userId) throw new Error('a session can only be saved to its own outbox')
  await writeOutbox(outbox, async (write) => {
    write.setSession(sessionRowOf(outbox, tokens))
    for (const op of await write.entries(({ state }) => state === 'held_auth'))
      write.put({ ...op, state: 'queued', nextTryAt: 0 })
  })
}

/**
 * Removes the session at sign-out; nobody sends what waits until this user signs in again. Also
 * removes what doesn't wait: acknowledged entries, remembered sent edits, and the content of log
 * rows. The caller removes the mirror, so that no older state of those entries stays behind.
 */
export async function removeSession(outbox: Outbox): Promise<void> {
  await writeOutbox(outbox, async (write) => {
    write.setSession(null)
    for (const op of await write.entries(({ state }) => state === 'acked')) write.remove(op)
    await outbox.db.sent.clear()
    await outbox.db.meta.delete('unasked')
    await outbox.db.log.toCollection().modify({ op: null })
  })
}

/**
 * Calls the listener with the current session after every change in any tab or worker, so that the
 * page can keep its local-storage copy in step.
 */
export function watchSession(outbox: Outbox, listener: (session: SessionRow | null) => void): () => void {
  return subscribeOutbox(outbox, (change) => {
    if (change.isSessionChanged) listener(outbox.image.session)
  })
}
