import { closeOutbox, openOutbox } from '../outbox/open-outbox.ts'
import { outboxName, outboxNamePrefix } from '../outbox/outbox-database.ts'
import type { Runtime } from '../runtime.ts'
import { removeSession } from './save-session.ts'

/**
 * Somebody signed in where others worked before: their sessions go, their unsent work stays for their own next sign-in. Without this the service worker
 * would go on sending it while another person sits at the machine.
 */
export async function removeOtherSessions(runtime: Runtime, userId: string): Promise<void> {
  for (const { name } of await runtime.indexedDB.databases()) {
    if (!name?.startsWith(outboxNamePrefix) || name === outboxName(userId)) continue
    const outbox = await openOutbox(runtime, name.slice(outboxNamePrefix.length))
    try {
      if (outbox.image.session) await removeSession(outbox)
    } finally {
      closeOutbox(outbox)
    }
  }
}
