import type { Tokens } from '#contract/session/session.ts'
import { subscribeOutbox, type Outbox } from '../open-outbox.ts'
import { writeOutbox } from '../write-outbox.ts'
import { sessionRowOf } from './refresh-session.ts'
import type { SessionRow } from '../outbox-database.ts'

/** After signing in: the session goes beside the outbox, and what was held for it may go again, in the order it always had. */
export async function saveSession(outbox: Outbox, tokens: Tokens): Promise<void> {
  if (tokens.user_info.id !== outbox.userId) throw new Error('a session is only ever kept beside its own outbox')
  await writeOutbox(outbox, async (write) => {
    write.setSession(sessionRowOf(outbox, tokens))
    for (const op of await write.entries(({ state }) => state === 'held_auth'))
      write.put({ ...op, state: 'queued', nextTryAt: 0 })
  })
}

/**
 * Signing out removes the session, and nobody sends what waits until this user signs in again. What does not wait goes too: entries that the server has, in
 * the outbox or remembered after they left it, and what the log remembers of dropped ones beyond their ids. The caller removes the mirror, so that no older state of those entries stays behind.
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

/** Calls with the session as it stands after every change made anywhere, so that the page can keep its copy in local storage in step. */
export function watchSession(outbox: Outbox, listener: (session: SessionRow | null) => void): () => void {
  return subscribeOutbox(outbox, (change) => {
    if (change.isSessionChanged) listener(outbox.image.session)
  })
}
