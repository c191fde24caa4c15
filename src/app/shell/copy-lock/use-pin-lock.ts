import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { browserRuntime } from '#mirror/browser-runtime.ts'
import { noteSeen } from '#mirror/vault/lease.ts'
import { vaultState } from '#mirror/vault/open-vault.ts'
import { isImeKey } from '#app/ui/composition.ts'
import { commandOf } from '#app/ui/data-table/commands/key-commands.ts'
import { holdsKeys, keysForCopy, lockCopy, pinProof, watchCopyNews } from '../../records/copy/copy-keys.ts'
import { useOfflineCopy, useSyncStatus } from '../../records/copy/use-offline-copy.tsx'
import { useApi } from '../../session/api.tsx'
import { registerPin } from '../../session/second-factor/factor-calls.ts'
import { useSession } from '../../session/session-store.ts'
import { lockScreen, screenLock, unlockScreen } from '../lock/screen-lock.ts'

const leaseLookMs = 60_000

/**
 * Locks a sealed copy, in all windows: on Ctrl+L, and when nobody is there (lock/use-idle-lock.ts), with a network or without. It is the only lock of such a copy: the PIN opens what is idle, too, and tells
 * the server so. The keys are forgotten and the screens covered with everything typed beneath; HAZARD: what is on them stays in the browser's memory until it is closed. A copy that was dropped (lease, or ended from elsewhere) leaves the screen at once.
 */
export function usePinLock(): void {
  const { seals, userId } = useOfflineCopy()
  const isSealed = seals !== undefined
  const { needsSignIn } = useSession()
  const { reasons } = useSnapshot(screenLock)
  const isLocked = reasons.includes('pin')
  const isIdle = reasons.includes('idle')
  useRegisteredPin(isSealed && !isLocked)

  // The idle lock stood when the copy was sealed.
  useEffect(() => {
    if (!isSealed || !isIdle) return
    lockCopy()
    unlockScreen('idle')
  }, [isSealed, isIdle])

  // The PIN was given at the start of this window; or in another one, which hands the keys over again.
  useEffect(() => {
    if (!isSealed || holdsKeys()) return unlockScreen('pin')
    if (!isLocked) keysForCopy(userId).catch(() => undefined)
  }, [isSealed, isLocked, userId])

  // Ended from elsewhere: whoever renewed the session in vain has dropped the copy by then.
  useEffect(() => {
    if (isSealed && needsSignIn) void leaveIfDropped(userId)
  }, [isSealed, needsSignIn, userId])

  useEffect(() => {
    if (!isSealed) return
    const stopNews = watchCopyNews((news) => news === 'lock' && lockScreen('pin'))
    function press(event: KeyboardEvent): void {
      if (isImeKey(event) || event.defaultPrevented || commandOf(event, 'frame') !== 'lock-copy') return
      event.preventDefault()
      lockCopy()
    }
    const leaseLook = setInterval(() => void leaveIfDropped(userId), leaseLookMs)
    document.addEventListener('keydown', press)
    return () => {
      stopNews()
      clearInterval(leaseLook)
      document.removeEventListener('keydown', press)
    }
  }, [isSealed, userId])
}

/** While the copy is open and the session lacks nothing: lets the PIN end later idle locks. Again at every connection, because the session may be another one by then. */
function useRegisteredPin(isOpen: boolean): void {
  const api = useApi()
  const { connection, needsFactor: isCopyAsked } = useSyncStatus()
  const { needsSignIn, needsFactor } = useSession()
  const isWell = isOpen && connection === 'online' && !isCopyAsked && needsFactor === null && !needsSignIn
  useEffect(() => {
    const proof = isWell ? pinProof() : null
    if (proof !== null) void registerPin(api, proof)
  }, [api, isWell])
}

/** Of what stands on the screen nothing may stay, so the page begins anew. */
async function leaveIfDropped(userId: string): Promise<void> {
  const runtime = browserRuntime()
  await noteSeen(runtime, userId)
  const { kind } = await vaultState(runtime, userId)
  if (kind === 'dropped') location.reload()
}
