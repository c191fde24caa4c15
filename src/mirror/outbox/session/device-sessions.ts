import { withOutbox } from '../open-outbox.ts'
import { listOutboxOwners, type SessionRow } from '../outbox-database.ts'
import type { Runtime } from '../../runtime.ts'
import { removeSession } from './save-session.ts'

/**
 * The session stored next to an outbox of this device; null when nobody is signed in. There is at
 * most one (removeOtherSessions). This row is written durably, unlike local storage, whose last
 * seconds a killed browser may lose.
 */
export async function findSession(runtime: Runtime): Promise<SessionRow | null> {
  for (const userId of await listOutboxOwners(runtime)) {
    const session = await withOutbox(runtime, userId, ({ image }) => image.session)
    if (session && !session.isRefused) return session
  }
  return null
}

/** Users with a session on this device, accepted by the server or not: they have not signed out. */
export async function listSessionOwners(runtime: Runtime): Promise<readonly string[]> {
  const owners: string[] = []
  for (const userId of await listOutboxOwners(runtime)) {
    if (await withOutbox(runtime, userId, ({ image }) => image.session)) owners.push(userId)
  }
  return owners
}

/**
 * Removes other users' sessions after a sign-in; their unsent work stays for their own next
 * sign-in. Otherwise the service worker would go on sending it while another user works here.
 */
export async function removeOtherSessions(runtime: Runtime, userId: string): Promise<void> {
  for (const other of await listOutboxOwners(runtime)) {
    if (other === userId) continue
    await withOutbox(runtime, other, async (outbox) => {
      if (outbox.image.session) await removeSession(outbox)
    })
  }
}
