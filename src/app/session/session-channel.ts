import { openChannel } from '#mirror/runtime/browser-runtime.ts'

/**
 * Messages between tabs of one browser about the login. `signed_in`: local storage has new tokens.
 * `lapsed`: the server refused to renew them. `factor_passed`: the second factor was accepted and
 * calls continue. `signed_out`: the user signed out, and every tab follows.
 */
interface SessionEvent {
  type: 'signed_in' | 'lapsed' | 'factor_passed' | 'signed_out'
}

const channelName = 'session'

export function broadcastSessionEvent(event: SessionEvent): void {
  const channel = openChannel(channelName)
  channel.post(event)
  channel.close()
}

/** Listens to the other tabs, not to this one. Returns the unsubscribe function. */
export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  const channel = openChannel(channelName)
  channel.listen((data) => {
    if (isSessionEvent(data)) listener(data)
  })
  return () => channel.close()
}

function isSessionEvent(data: unknown): data is SessionEvent {
  const types: readonly unknown[] = ['signed_in', 'lapsed', 'factor_passed', 'signed_out']
  return typeof data === 'object' && data !== null && 'type' in data && types.includes(data.type)
}

type CleanUp = () => void | Promise<void>

const cleanUps = new Set<CleanUp>()

/**
 * Registers cleanup for state of the signed-in user outside the screens (databases, workers,
 * responses). Runs in every tab on sign-out or user switch; the holder reopens for the next user.
 */
export function onSignOut(cleanUp: CleanUp): void {
  cleanUps.add(cleanUp)
}

/** Runs every registered cleanup. One that fails does not stop the others. */
export async function cleanUpOnSignOut(): Promise<void> {
  await Promise.allSettled([...cleanUps].map(async (cleanUp) => cleanUp()))
}
