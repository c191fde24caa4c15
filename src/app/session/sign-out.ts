import { forgetLogin } from './forget-login.ts'
import { cleanUpOnSignOut } from './clean-up-on-sign-out.ts'
import { removeCopies } from './remove-copies.ts'
import { dropBesideOutbox } from './session-beside-outbox.ts'
import { session, setSignedOut } from './session-store.ts'

/**
 * Ends the session here and in every tab, and takes the person's copy of the office's records off this device. The server is told but not waited for:
 * without a network the device still forgets login and records at once. Unsent work is not touched; whoever calls this has asked about it.
 */
export async function signOut(): Promise<void> {
  forgetLogin()
  const userId = session.user?.id
  await cleanUpOnSignOut()
  // A device whose storage is gone must still be able to sign out.
  if (userId) await dropBesideOutbox(userId).catch(() => null)
  setSignedOut()
  // Not waited for: a tab that holds on to a database must not keep this person from leaving. What is left over goes at the next start.
  void removeCopies([])
}
