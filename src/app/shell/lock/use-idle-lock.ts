import type { KyInstance } from 'ky'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { activityPath, idleAdminMinutes, idleMinutes } from '#contract/second-factor.ts'
import { holdsKeys, lockCopy } from '../../records/copy/copy-keys.ts'
import { useOfflineCopy, useSyncStatus } from '../../records/copy/use-offline-copy.tsx'
import { useApi } from '../../session/api.tsx'
import { readFactor } from '../../session/second-factor/factor-calls.ts'
import { factorStanding } from '../../session/second-factor/factor-standing.ts'
import { isStaff, useSession } from '../../session/session-store.ts'
import { countDown, endNotice, type IdleLock } from './idle-countdown.ts'
import { noteActivity } from './last-activity.ts'
import { followLocks, lockScreen, screenLock } from './screen-lock.ts'

/** Of a sealed copy, with a network or without. */
const sealedIdleMs = 10 * 60_000
/** How often the server is told that somebody is here. It counts half an hour. */
const reportIntervalMs = 240_000

/**
 * Locks the screens of all tabs when nobody was there for half an hour, ten minutes on admin screens, with a minute's notice (idle-notice.tsx); and tells the server that somebody is there, where it
 * counts along. A sealed copy has one lock, that of its PIN (copy-lock/use-pin-lock.ts), which falls after ten minutes.
 *
 * Only the server can open the lock of an open copy. While it cannot be reached, or fails, it does not begin, and one that stands is lifted, which goes into the trail; with the server it returns.
 */
export function useIdleLock(): void {
  const api = useApi()
  const { seals, seen } = useOfflineCopy()
  const isSealed = seals !== undefined
  const isForStaff = isStaff(useSession())
  const { connection, trouble } = useSyncStatus()
  const isUnreachable = connection === 'offline' || (trouble?.kind === 'failed' && trouble.status >= 500)
  const lockNow = useRef((): IdleLock | null => null)
  useEffect(() => {
    lockNow.current = isSealed ? lockOfSealed : () => (isUnreachable ? null : lockOfOpen())
  }, [isSealed, isUnreachable])

  useEffect(followLocks, [])

  const isIdle = useSnapshot(screenLock).reasons.includes('idle')
  useEffect(() => {
    screenLock.isIdleLifted = isUnreachable && !isSealed
    // Other tabs lift it as well; the one in view writes it down.
    const isLiftedHere = isIdle && screenLock.isIdleLifted && document.visibilityState === 'visible'
    if (isLiftedHere) seen.note({ act: 'unlock' })
  }, [isUnreachable, isSealed, isIdle, seen])

  useEffect(() => {
    if (!isForStaff) return
    noteActivity(Date.now())
    let toldAt = Date.now()
    const act = () => {
      if (screenLock.reasons.length > 0) return
      const now = Date.now()
      noteActivity(now)
      endNotice()
      if (Math.abs(now - toldAt) < reportIntervalMs) return
      toldAt = now
      // One that is lost is followed by another.
      reportToServer(api).catch(() => undefined)
    }
    const stopCounting = countDown(() => lockNow.current())
    for (const name of actions) window.addEventListener(name, act, { capture: true, passive: true })
    return () => {
      stopCounting()
      for (const name of actions) window.removeEventListener(name, act, { capture: true })
    }
  }, [api, isForStaff])
}

function lockOfOpen(): IdleLock {
  const minutes = location.pathname.startsWith('/settings') ? idleAdminMinutes : idleMinutes
  return { limitMs: minutes * 60_000, lock: () => lockScreen('idle') }
}

function lockOfSealed(): IdleLock | null {
  return holdsKeys() ? { limitMs: sealedIdleMs, lock: lockCopy } : null
}

/** Where the server asks this person for a factor at all; whether it does is asked once. */
async function reportToServer(api: KyInstance): Promise<void> {
  if (factorStanding.status === null) {
    const answer = await readFactor(api)
    if (answer.ok) factorStanding.status = answer.value
  }
  const { status } = factorStanding
  if (status?.is_required || status?.has_passkey || status?.has_totp) await api.post(activityPath)
}

const actions = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const
