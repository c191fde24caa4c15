import type { KyInstance } from 'ky'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { hasKeys, lockCopy } from '#app/records/offline-copy/copy-keys.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useApi } from '#app/session/api.tsx'
import { readFactor } from '#app/session/second-factor/factor-calls.ts'
import { factorStatusStore } from '#app/session/second-factor/fresh-factor.ts'
import { isStaff, useSession } from '#app/session/session-store.ts'
import { activityPath, idleAdminMinutes, idleMinutes } from '#contract/session/second-factor.ts'
import { endNotice, type IdleLock, recordActivity, startIdleCountdown } from './idle-countdown.ts'
import { lockScreen, screenLock, watchLocks } from './screen-lock.ts'

/** Idle limit of a sealed copy in ms, with or without a network. */
const sealedIdleMs = 10 * 60_000
/** How often activity is reported to the server in ms. The server's own limit is half an hour. */
const reportIntervalMs = 240_000

/**
 * Locks the screens of all tabs after half an hour without activity, ten minutes on admin screens,
 * with a minute's notice (idle-notice.tsx). Reports activity to the server, which has an idle limit
 * of its own. A sealed copy only has its PIN lock (vault-lock/use-pin-lock.ts), after ten minutes.
 *
 * Only the server can unlock an open copy. While it is unreachable or failing, no idle lock starts
 * and an existing one is lifted, which is logged in the trail; the lock returns with the
 * server.
 */
export function useIdleLock(): void {
  const api = useApi()
  const { seals, viewLog } = useOfflineCopy()
  const isSealed = seals !== undefined
  const isForStaff = isStaff(useSession())
  const { connection, trouble } = useSyncStatus()
  const isUnreachable = connection === 'offline' || (trouble?.kind === 'failed' && trouble.status >= 500)
  const getLock = useRef((): IdleLock | null => null)
  useEffect(() => {
    getLock.current = isSealed ? createCopyLock : () => (isUnreachable ? null : createScreenLock())
  }, [isSealed, isUnreachable])

  useEffect(watchLocks, [])

  const isIdle = useSnapshot(screenLock).reasons.includes('idle')
  useEffect(() => {
    screenLock.isIdleLifted = isUnreachable && !isSealed
    // Every tab lifts the lock; only the visible one logs it.
    const isLiftedHere = isIdle && screenLock.isIdleLifted && document.visibilityState === 'visible'
    if (isLiftedHere) viewLog.logView({ act: 'unlock' })
  }, [isUnreachable, isSealed, isIdle, viewLog])

  useEffect(() => {
    if (!isForStaff) return
    recordActivity(Date.now())
    let reportedAt = Date.now()
    const onActivity = () => {
      if (screenLock.reasons.length > 0) return
      const now = Date.now()
      recordActivity(now)
      endNotice()
      if (Math.abs(now - reportedAt) < reportIntervalMs) return
      reportedAt = now
      // A lost report is followed by another.
      reportActivity(api).catch(() => undefined)
    }
    const stopCounting = startIdleCountdown(() => getLock.current())
    for (const name of activityEvents) window.addEventListener(name, onActivity, { capture: true, passive: true })
    return () => {
      stopCounting()
      for (const name of activityEvents) window.removeEventListener(name, onActivity, { capture: true })
    }
  }, [api, isForStaff])
}

function createScreenLock(): IdleLock {
  const minutes = location.pathname.startsWith('/settings') ? idleAdminMinutes : idleMinutes
  return { limitMs: minutes * 60_000, lock: () => lockScreen('idle') }
}

function createCopyLock(): IdleLock | null {
  return hasKeys() ? { limitMs: sealedIdleMs, lock: lockCopy } : null
}

/** Reports only if the server ever asks this user for a factor; checks that once. */
async function reportActivity(api: KyInstance): Promise<void> {
  if (factorStatusStore.status === null) {
    const result = await readFactor(api)
    if (result.ok) factorStatusStore.status = result.value
  }
  const { status } = factorStatusStore
  if (status?.is_required || status?.has_passkey || status?.has_totp) await api.post(activityPath)
}

const activityEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const
