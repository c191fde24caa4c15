import type { Deps } from '../deps.ts'

/** A session's last use is written down at most this often: the list of devices needs no more, and no request shall cost a write. */
const everyMs = 600_000

export type SessionUse = {
  sessionId: string
  lastUsedAt: string
  address: string
  /** The build of the app it is used with now, where it tells, and the one noted before. */
  build: string | undefined
  notedBuild: string | null
}

/**
 * Answers how to note that a session was used just now, and from where. Nobody waits for it and it fails no request: what could not be noted is noted with
 * the next use.
 */
export function sessionUseNotes({ db, now }: Pick<Deps, 'db' | 'now'>): (use: SessionUse) => void {
  /** Of the requests that a page sends at once only one writes. */
  const underWay = new Set<string>()
  return ({ sessionId, lastUsedAt, address, build, notedBuild }) => {
    const at = now()
    const isNewBuild = build !== undefined && build !== notedBuild
    if ((at.getTime() - Date.parse(lastUsedAt) < everyMs && !isNewBuild) || underWay.has(sessionId)) return
    underWay.add(sessionId)
    const before = new Date(at.getTime() - everyMs).toISOString()
    void db
      .updateTable('session')
      .set({ last_used_at: at.toISOString(), address, ...(isNewBuild && { app_build: build }) })
      .where('id', '=', sessionId)
      // Another process may have been first.
      .where((eb) =>
        eb.or([eb('last_used_at', '<=', before), ...(isNewBuild ? [eb('app_build', 'is distinct from', build)] : [])]),
      )
      .execute()
      .catch(() => undefined)
      .finally(() => underWay.delete(sessionId))
  }
}
