import { proxy } from 'valtio'
import { z } from 'zod'
import { onSignOut } from '#app/session/session-channel.ts'
import { createDeviceSetting } from '#app/ui/browser/device-setting.ts'
import { parseStoredJson } from '#app/ui/browser/device-storage.ts'

/**
 * Why the screen is covered. `factor`: the server wants the second factor. `idle`: no activity on
 * the device. `pin`: the copy of the office's records on this device is locked.
 */
export type LockReason = 'factor' | 'idle' | 'pin'

interface ScreenLock {
  /** Several may apply at once; the first decides which form is shown. */
  reasons: LockReason[]
  /** The idle lock is suspended because this tab can't reach the server that would unlock it. */
  isIdleLifted: boolean
}

export const screenLock = proxy<ScreenLock>({ reasons: [], isIdleLifted: false })

/** Why the screen is covered now; undefined when it isn't. */
export function findLockReason({
  reasons,
  isIdleLifted,
}: {
  reasons: readonly LockReason[]
  isIdleLifted: boolean
}): LockReason | undefined {
  return reasons.find((reason) => !(reason === 'idle' && isIdleLifted))
}

/**
 * Stored reasons. A reload or another tab must not unlock an idle or PIN lock; for the second
 * factor the server asks anyway.
 */
const storedReasons: readonly LockReason[] = ['idle', 'pin']
const storedLocks = createDeviceSetting<LockReason[]>({
  key: 'screen_lock',
  parse: (text) => storedSchema.parse(parseStoredJson(text)),
  format: (reasons) => (reasons.length === 0 ? null : JSON.stringify(reasons)),
})
const storedSchema = z.array(z.enum(['idle', 'pin'])).catch([])

/**
 * Covers the screens of every tab until `unlockScreen(reason)`. Everything below stays mounted,
 * with typed text and open editors, but can't be read or reached. `LockLayer` gets the form that
 * unlocks each reason.
 */
export function lockScreen(reason: LockReason): void {
  if (!screenLock.reasons.includes(reason)) screenLock.reasons.push(reason)
  if (storedReasons.includes(reason)) storeReasons()
}

export function unlockScreen(reason: LockReason): void {
  screenLock.reasons = screenLock.reasons.filter((other) => other !== reason)
  if (storedReasons.includes(reason)) storeReasons()
}

/** After sign-out there is nothing left to cover. */
export function unlockAll(): void {
  screenLock.reasons = []
  storeReasons()
}

onSignOut(unlockAll)

/**
 * Adopts locks of another tab, or of this one before a reload, and follows changes by other tabs.
 * Returns the stop function.
 */
export function watchLocks(): () => void {
  const follow = () => {
    const storedNow = storedLocks.read()
    screenLock.reasons = [...screenLock.reasons.filter((reason) => !storedReasons.includes(reason)), ...storedNow]
  }
  follow()
  return storedLocks.subscribe(follow)
}

function storeReasons(): void {
  storedLocks.save(screenLock.reasons.filter((reason) => storedReasons.includes(reason)))
}
