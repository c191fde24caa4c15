import { browserRuntime } from '#mirror/browser-runtime.ts'
import { drainOnce } from '#mirror/outbox/sending/drain-once.ts'

/** The tag pages register when something waits (app/shell/use-sync-consequences.ts). */
const outboxTag = 'outbox'

/** Browsers end a worker that stays busy for long; what is left waits for the next turn. */
const longestTurnMs = 120_000

/** Background Sync is not in TypeScript's library; Chromium has it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** The connection is back: open pages send what waits; with no page open, the worker does it itself. */
export function wakeOutbox(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event) => {
    if (isSyncEvent(event) && event.tag === outboxTag) event.waitUntil(wake(scope))
  })
}

async function wake(scope: ServiceWorkerGlobalScope): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const window of windows) window.postMessage({ type: 'DRAIN' })
  if (windows.length > 0) return
  const { remaining } = await drainOnce(browserRuntime(), AbortSignal.timeout(longestTurnMs))
  // A rejected turn makes the browser give another one later.
  if (remaining > 0) throw new Error(`${String(remaining)} entries wait for another turn`)
}

function isSyncEvent(event: Event): event is SyncEvent {
  return 'tag' in event && 'waitUntil' in event
}
