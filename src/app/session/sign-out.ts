import { removeCopies } from './device-data/remove-copies.ts'
import { cleanUpOnSignOut } from './session-channel.ts'
import { session, setSignedOut } from './session-store.ts'
import { endLogin } from './stored-login/end-login.ts'
import { dropSessionRow } from './stored-login/session-row-sync.ts'

/**
 * Ends the session here and in every tab, and removes the user's copy of the office's records from
 * this device. Does not wait for the server: without a network the device still forgets login and
 * records at once. Unsent work stays; the caller has asked about it.
 */
export async function signOut(): Promise<void> {
  endLogin()
  const userId = session.user?.id
  await cleanUpOnSignOut()
  // Sign-out must work on a device whose storage is gone.
  if (userId) await dropSessionRow(userId).catch(() => null)
  setSignedOut()
  // Not awaited: a tab that holds a database open must not block the sign-out. Leftovers are
  // removed at the next start.
  void removeCopies([])
}
