import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { getCopyKeys, getPinProof, hasKeys, lockCopy, onCopyEvent } from '#app/records/offline-copy/copy-keys.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useApi } from '#app/session/api.tsx'
import { registerPin } from '#app/session/second-factor/factor-calls.ts'
import { useSession } from '#app/session/session-store.ts'
import { findCommand } from '#app/ui/data-table/commands/key-commands.ts'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { checkVaultState } from '#mirror/vault/open-vault.ts'
import { saveLatestTime } from '#mirror/vault/vault-database.ts'
import { lockScreen, screenLock, unlockScreen } from '../lock/screen-lock.ts'

const leaseCheckMs = 60_000

/**
 * Locks a sealed copy in all windows, on Ctrl+L and when idle (lock/use-idle-lock.ts), with or
 * without a network. It is the only lock of such a copy: the PIN also ends an idle lock and tells
 * the server so. Forgets the keys and covers the screens; everything typed below stays. HAZARD:
 * what they show stays in the browser's memory until it is closed. A dropped copy (lease expired,
 * or session ended elsewhere) leaves the screen at once.
 */
export function usePinLock(): void {
  const { seals, userId } = useOfflineCopy()
  const isSealed = seals !== undefined
  const { needsSignIn } = useSession()
  const { reasons } = useSnapshot(screenLock)
  const isLocked = reasons.includes('pin')
  const isIdle = reasons.includes('idle')
  useRegisterPin(isSealed && !isLocked)

  // The idle lock was already on when the copy was sealed.
  useEffect(() => {
    if (!isSealed || !isIdle) return
    lockCopy()
    unlockScreen('idle')
  }, [isSealed, isIdle])

  // The PIN was entered when this window started, or in another window, which passes the keys on.
  useEffect(() => {
    if (!isSealed || hasKeys()) return unlockScreen('pin')
    if (!isLocked) getCopyKeys(userId).catch(() => undefined)
  }, [isSealed, isLocked, userId])

  // The session ended elsewhere; the failed renewal has already dropped the copy.
  useEffect(() => {
    if (isSealed && needsSignIn) void signOutIfDropped(userId)
  }, [isSealed, needsSignIn, userId])

  useEffect(() => {
    if (!isSealed) return
    const stopListening = onCopyEvent((event) => event === 'lock' && lockScreen('pin'))
    function onKeyDown(event: KeyboardEvent): void {
      if (isImeKey(event) || event.defaultPrevented || findCommand(event, 'frame') !== 'lock-copy') return
      event.preventDefault()
      lockCopy()
    }
    const leaseTimer = setInterval(() => void signOutIfDropped(userId), leaseCheckMs)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      stopListening()
      clearInterval(leaseTimer)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isSealed, userId])
}

/**
 * While the copy is open and the session is valid, lets the PIN end later idle locks. Repeats on
 * every connection, because the session may have changed.
 */
function useRegisterPin(isOpen: boolean): void {
  const api = useApi()
  const { connection, needsFactor } = useSyncStatus()
  const { needsSignIn, factorReason } = useSession()
  const canRenewPin = isOpen && connection === 'online' && !needsFactor && factorReason === null && !needsSignIn
  useEffect(() => {
    const proof = canRenewPin ? getPinProof() : null
    if (proof !== null) void registerPin(api, proof)
  }, [api, canRenewPin])
}

/** Nothing on the screen may stay, so reload the page. */
async function signOutIfDropped(userId: string): Promise<void> {
  const runtime = createBrowserRuntime()
  await saveLatestTime(runtime, userId)
  const { kind } = await checkVaultState(runtime, userId)
  if (kind === 'dropped') location.reload()
}
