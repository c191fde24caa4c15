import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { getPinProof } from '#app/records/offline-copy/copy-keys.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useApi } from '#app/session/api.tsx'
import { readFactor, submitFactorByPin } from '#app/session/second-factor/factor-calls.ts'
import { factorStatusStore } from '#app/session/second-factor/fresh-factor.ts'
import { onSessionEvent } from '#app/session/session-channel.ts'
import { isStaff, session, useSession } from '#app/session/session-store.ts'
import { lockScreen, screenLock, unlockScreen } from './screen-lock.ts'

/**
 * Covers the screens while the server wants the second factor, and continues once it was given in
 * any tab. Without a network the factor can't be checked, so work on the device's data goes on
 * until the server is back. If only the idle lock is active, the PIN of a sealed copy opens it.
 */
export function useFactorLock(): void {
  const api = useApi()
  const copy = useOfflineCopy()
  const { connection, needsFactor } = useSyncStatus()
  const state = useSession()
  const isForStaff = isStaff(state)
  const { factorReason } = state
  const isFactorRequired = isForStaff && (factorReason !== null || needsFactor) && connection !== 'offline'
  const isSealed = copy.seals !== undefined
  const isPinLocked = useSnapshot(screenLock).reasons.includes('pin')
  // Don't cover a sealed copy until it's known whether its PIN is enough; no one sees it without
  // the PIN.
  const [isDecided, setIsDecided] = useState(false)

  // Ask the server: the stored reason may be outdated, and a new session has none yet.
  useEffect(() => {
    if (!isFactorRequired || isPinLocked) return
    let isUnmounted = false
    const check = async () => {
      const result = await readFactor(api)
      if (isUnmounted || !result.ok) return
      // Recovery codes may be on the screen; the user continues from there (factor-unlock.tsx).
      if (session.factorReason === 'enrol' && result.value.needs === null) return
      const proof = result.value.needs === 'idle' ? getPinProof() : null
      const needs = proof !== null && (await submitFactorByPin(api, proof)) ? null : result.value.needs
      if (isUnmounted) return
      factorStatusStore.status = { ...result.value, needs }
      session.factorReason = needs
      setIsDecided(needs !== null)
      if (needs === null) copy.syncNow()
    }
    void check()
    const stopListening = onSessionEvent(({ type }) => type === 'factor_passed' && void check())
    return () => {
      isUnmounted = true
      stopListening()
    }
  }, [api, copy, isFactorRequired, isPinLocked])

  useEffect(() => {
    if (isFactorRequired && (isDecided || !isSealed)) lockScreen('factor')
    else unlockScreen('factor')
  }, [isFactorRequired, isDecided, isSealed])
}
