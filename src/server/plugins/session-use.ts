import type { Deps } from '../deps.ts'

/** A session's last use is written down at most this often: the list of devices needs no more, and no request shall cost a write. */
const everyMs = 600_000

export type SessionUse = { sessionId: string; lastUsedAt: string; address: string }

/**
 * Answers how to note that a session was used just now, and from where. Nobody waits for it and it fails no request: what could not be noted is noted with
 * the next use.
 */
export function sessionUseNotes({ db, now }: Pick<Deps, 'db' | 'now'>): (use: SessionUse) => void {
  /** Of the requests that a page sends at once only one writes. */
  const underWay = new Set<string>()
  return ({ sessionId, lastUsedAt, address }) => {
    const at = now()
    if (at.getTime() - Date.parse(lastUsedAt) < everyMs || underWay.has(sessionId)) return
    underWay.add(sessionId)
    const before = new Date(at.getTime() - everyMs).toISOString()
    void db
      .updateTable('session')
      .set({ last_used_at: at.toISOString(), address })
      .where('id', '=', sessionId)
      // Another process may have been first.
      .where('last_used_at', '<=', before)
      .execute()
      .catch(() => undefined)
      .finally(() => underWay.delete(sessionId))
  }
}
