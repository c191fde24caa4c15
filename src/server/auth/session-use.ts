import type { Deps } from '../deps.ts'

/**
 * Minimum interval in ms between writes of a session's last use: precise enough for the list of
 * devices without a write per request.
 */
const everyMs = 600_000

export type SessionUse = {
  sessionId: string
  lastUsedAt: string
  address: string
  /** The app build the session uses now, if known, and the one stored before. */
  build: string | undefined
  notedBuild: string | null
}

/**
 * Returns a function that records a session's use and address. Nobody waits for it and it fails no
 * request; a failed write is made up for by the next use.
 */
export function sessionUseNotes({ db, now }: Pick<Deps, 'db' | 'now'>): (use: SessionUse) => void {
  /** Of a page's concurrent requests only one writes. */
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
