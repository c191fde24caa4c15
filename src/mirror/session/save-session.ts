import type { Tokens } from '#contract/session.ts'
import { subscribeOutbox, type Outbox } from '../outbox/open-outbox.ts'
import { writeOutbox } from '../outbox/write-outbox.ts'
import { rowOf } from './refresh-session.ts'
import type { SessionRow } from './session-row.ts'

/** After signing in: the session goes beside the outbox, and what was held for it may go again, in the order it always had. */
export async function saveSession(outbox: Outbox, tokens: Tokens): Promise<void> {
  if (tokens.user_info.id !== outbox.userId) throw new Error('a session is only ever kept beside its own outbox')
  await writeOutbox(outbox, async (write) => {
    write.setSession(rowOf(outbox, tokens))
    const held = await outbox.db.ops.where('state').equals('held_auth').primaryKeys()
    for (const seq of held) {
      const op = await write.getBySeq(seq)
      if (op) write.put({ ...op, state: 'queued', nextTryAt: 0 })
    }
  })
}

/** Signing out removes the session and nothing else: what waits is kept for this user's next sign-in, and nobody sends it until then. */
export async function removeSession(outbox: Outbox): Promise<void> {
  await writeOutbox(outbox, (write) => write.setSession(null))
}

/** Calls with the session as it stands after every change made anywhere, so that the page can keep its copy in local storage in step. */
export function watchSession(outbox: Outbox, listener: (session: SessionRow | null) => void): () => void {
  return subscribeOutbox(outbox, (change) => {
    if (change.isSessionChanged) listener(outbox.image.session)
  })
}
