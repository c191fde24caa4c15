import { proxy } from 'valtio'
import { z } from 'zod'
import { onLettingGo } from '../../session/clean-up-on-sign-out.ts'

/** Why the screen is covered. `factor`: the server wants the second step. `idle`: nobody was at the device. `pin`: the copy of the office's records on this device is locked. */
export type LockReason = 'factor' | 'idle' | 'pin'

interface ScreenLock {
  /** Several may hold at once; the first is what is asked about. */
  reasons: LockReason[]
  /** The idle lock waits: the server that would open it cannot be reached from this tab. */
  isIdleLifted: boolean
}

export const screenLock = proxy<ScreenLock>({ reasons: [], isIdleLifted: false })

/** What covers the screen now; undefined: nothing. */
export function coveringReason({
  reasons,
  isIdleLifted,
}: {
  reasons: readonly LockReason[]
  isIdleLifted: boolean
}): LockReason | undefined {
  return reasons.find((reason) => !(reason === 'idle' && isIdleLifted))
}

/** A reload or another tab must not open what is locked for want of a person; the second step is asked for by the server anyway. */
const kept: readonly LockReason[] = ['idle', 'pin']
const key = 'screen_lock'
const keptSchema = z.array(z.enum(['idle', 'pin']))

/**
 * Covers every tab's screens until `unlockScreen(reason)`. What stands beneath stays mounted as it is, typed text and open editors included, and can be neither read nor reached; how it is opened again
 * is the form that `LockLayer` is given for the reason.
 */
export function lockScreen(reason: LockReason): void {
  if (!screenLock.reasons.includes(reason)) screenLock.reasons.push(reason)
  if (kept.includes(reason)) keep()
}

export function unlockScreen(reason: LockReason): void {
  screenLock.reasons = screenLock.reasons.filter((one) => one !== reason)
  if (kept.includes(reason)) keep()
}

/** Whoever signs out leaves nothing that would have to be covered. */
export function unlockAll(): void {
  screenLock.reasons = []
  keep()
}

onLettingGo(unlockAll)

/** Takes over what another tab, or this one before a reload, has locked, and follows what others lock and open. Returns the end of following. */
export function followLocks(): () => void {
  const follow = () => {
    const found = readKept()
    screenLock.reasons = [...screenLock.reasons.filter((one) => !kept.includes(one)), ...found]
  }
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) follow()
  }
  follow()
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

function keep(): void {
  const reasons = screenLock.reasons.filter((one) => kept.includes(one))
  if (reasons.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(reasons))
}

function readKept(): LockReason[] {
  try {
    return keptSchema.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
  } catch {
    return []
  }
}
