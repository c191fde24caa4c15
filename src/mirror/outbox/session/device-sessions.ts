import { withOutbox } from '../open-outbox.ts'
import { listOutboxOwners, type SessionRow } from '../outbox-database.ts'
import type { Runtime } from '../../runtime.ts'
import { removeSession } from './save-session.ts'

/**
 * The session that stands beside an outbox of this device; null when nobody is signed in. There is at most one (removeOtherSessions). This row is written
 * durably, unlike local storage, which a browser that is killed may forget for its last seconds.
 */
export async function findSession(runtime: Runtime): Promise<SessionRow | null> {
  for (const userId of await listOutboxOwners(runtime)) {
    const session = await withOutbox(runtime, userId, ({ image }) => image.session)
    if (session && !session.isRefused) return session
  }
  return null
}

/** Everybody whose session stands on this device, accepted by the server or not: they have not signed out. */
export async function listSessionOwners(runtime: Runtime): Promise<readonly string[]> {
  const owners: string[] = []
  for (const userId of await listOutboxOwners(runtime)) {
    if (await withOutbox(runtime, userId, ({ image }) => image.session)) owners.push(userId)
  }
  return owners
}

/**
 * Somebody signed in where others worked before: their sessions go, their unsent work stays for their own next sign-in. Without this the service worker
 * would go on sending it while another person sits at the machine.
 */
export async function removeOtherSessions(runtime: Runtime, userId: string): Promise<void> {
  for (const other of await listOutboxOwners(runtime)) {
    if (other === userId) continue
    await withOutbox(runtime, other, async (outbox) => {
      if (outbox.image.session) await removeSession(outbox)
    })
  }
}
