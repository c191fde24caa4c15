import type { KyInstance } from 'ky'
import { useEffect, useRef } from 'react'
import { activityPath, idleAdminMinutes, idleMinutes } from '#contract/second-factor.ts'
import { useSyncStatus } from '../../records/copy/use-offline-copy.tsx'
import { useApi } from '../../session/api.tsx'
import { readFactor } from '../../session/second-factor/factor-calls.ts'
import { factorStanding } from '../../session/second-factor/factor-standing.ts'
import { isStaff, useSession } from '../../session/session-store.ts'
import { lastActivity, noteActivity } from './last-activity.ts'
import { followLocks, lockScreen, screenLock } from './screen-lock.ts'

const lookMs = 5_000
/** The server is told so often that somebody is here. It counts half an hour. */
const tellMs = 240_000

/**
 * Locks the screens of all tabs when nobody was there for half an hour, ten minutes on admin screens; and tells the server that somebody is, where it counts along.
 *
 * Without a network nobody could open it again: the lock waits until the server is there (the lock of the offline copy by a PIN does not).
 */
export function useIdleLock(): void {
  const api = useApi()
  const isForStaff = isStaff(useSession())
  const { connection } = useSyncStatus()
  const isThere = useRef(connection)
  useEffect(() => {
    isThere.current = connection
  }, [connection])

  useEffect(followLocks, [])
  useEffect(() => {
    if (!isForStaff) return
    noteActivity(Date.now())
    let toldAt = Date.now()
    const act = () => {
      if (screenLock.reasons.length > 0) return
      const now = Date.now()
      noteActivity(now)
      if (Math.abs(now - toldAt) < tellMs) return
      toldAt = now
      // One that is lost is followed by another.
      tellServer(api).catch(() => undefined)
    }
    const look = setInterval(() => {
      const minutes = location.pathname.startsWith('/settings') ? idleAdminMinutes : idleMinutes
      const now = Date.now()
      if (now - lastActivity(now) >= minutes * 60_000 && isThere.current !== 'offline') lockScreen('idle')
    }, lookMs)
    for (const name of actions) window.addEventListener(name, act, { capture: true, passive: true })
    return () => {
      clearInterval(look)
      for (const name of actions) window.removeEventListener(name, act, { capture: true })
    }
  }, [api, isForStaff])
}

/** Where the server asks this person for a factor at all; whether it does is asked once. */
async function tellServer(api: KyInstance): Promise<void> {
  if (factorStanding.status === null) {
    const answer = await readFactor(api)
    if (answer.ok) factorStanding.status = answer.value
  }
  const { status } = factorStanding
  if (status?.is_required || status?.has_passkey || status?.has_totp) await api.post(activityPath)
}

const actions = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const
