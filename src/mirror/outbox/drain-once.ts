import type { Runtime } from '../runtime.ts'
import { runDrainLoop } from './drain-loop.ts'
import { closeOutbox, openOutbox } from './open-outbox.ts'
import { outboxNamePrefix } from './outbox-database.ts'
import { isUnsettled } from './stored-op.ts'
import { drainLockName } from './start-drainer.ts'

/**
 * For the service worker, when no page may be open: sends what can be sent now, for every user of this device who has a session beside the outbox.
 * Where a tab holds the lock, that tab sends; it is not waited for. Answers how many entries could still be sent later, so that the caller can ask the
 * browser for another turn.
 */
export async function drainOnce(runtime: Runtime, signal: AbortSignal): Promise<{ remaining: number }> {
  const databases = await runtime.indexedDB.databases()
  let remaining = 0
  for (const { name } of databases) {
    if (!name?.startsWith(outboxNamePrefix) || signal.aborted) continue
    remaining += await drainUser(runtime, name.slice(outboxNamePrefix.length), signal)
  }
  return { remaining }
}

async function drainUser(runtime: Runtime, userId: string, signal: AbortSignal): Promise<number> {
  const outbox = await openOutbox(runtime, userId)
  try {
    const { session } = outbox.image
    if (!session || session.isRefused) return 0
    await runtime.locks.request(drainLockName(userId), { ifAvailable: true }, async (lock) => {
      if (!lock) return
      const term = new AbortController()
      const end = () => term.abort()
      signal.addEventListener('abort', end)
      try {
        await runDrainLoop(outbox, { holder: runtime.newId(), isStolen: false, signal: term.signal, isOnce: true })
      } finally {
        term.abort()
        signal.removeEventListener('abort', end)
      }
    })
    const waiting = [...outbox.image.opsBySeq.values()].filter((op) => isUnsettled(op) && op.state === 'queued')
    return waiting.length
  } finally {
    closeOutbox(outbox)
  }
}
