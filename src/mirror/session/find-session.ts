import { closeOutbox, openOutbox } from '../outbox/open-outbox.ts'
import { outboxNamePrefix } from '../outbox/outbox-database.ts'
import type { Runtime } from '../runtime.ts'
import type { SessionRow } from './session-row.ts'

/**
 * The session that stands beside an outbox of this device; null when nobody is signed in. There is at most one (removeOtherSessions). This row is written
 * durably, unlike local storage, which a browser that is killed may forget for its last seconds.
 */
export async function findSession(runtime: Runtime): Promise<SessionRow | null> {
  for (const { name } of await runtime.indexedDB.databases()) {
    if (!name?.startsWith(outboxNamePrefix)) continue
    const outbox = await openOutbox(runtime, name.slice(outboxNamePrefix.length))
    try {
      const { session } = outbox.image
      if (session && !session.isRefused) return session
    } finally {
      closeOutbox(outbox)
    }
  }
  return null
}

/** Everybody whose session stands on this device, accepted by the server or not: they have not signed out. */
export async function sessionOwners(runtime: Runtime): Promise<readonly string[]> {
  const owners: string[] = []
  for (const { name } of await runtime.indexedDB.databases()) {
    if (!name?.startsWith(outboxNamePrefix)) continue
    const outbox = await openOutbox(runtime, name.slice(outboxNamePrefix.length))
    if (outbox.image.session) owners.push(outbox.userId)
    closeOutbox(outbox)
  }
  return owners
}
