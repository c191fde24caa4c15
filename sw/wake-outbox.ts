import { browserRuntime } from '#mirror/browser-runtime.ts'
import { drainOnce } from '#mirror/outbox/sending/drain-once.ts'
import { onSync } from './worker-events.ts'

/** Tag that pages register when something waits (app/shell/use-sync-consequences.ts). */
const outboxTag = 'outbox'

/**
 * When the connection is back, open pages send what waits; without an open page the worker sends
 * it.
 */
export function wakeOutbox(scope: ServiceWorkerGlobalScope): void {
  onSync(scope, outboxTag, async (signal) => {
    const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
    for (const window of windows) window.postMessage({ type: 'DRAIN' })
    return windows.length > 0 ? 0 : (await drainOnce(browserRuntime(), signal)).remaining
  })
}
