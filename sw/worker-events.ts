import { drainOnce } from '#mirror/outbox/sending/drain-once.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { holdKeys, holdKeysSchema } from '#mirror/vault/vault-channel.ts'
import { inquiryChannel, inquiryTag, sendInquiries } from '#mirror/visitor-queue/visitor-queue.ts'

/** Background Sync is missing from TypeScript's library; Chromium has it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Browsers end a worker that stays busy for long; the rest waits for the next sync event. */
const maxRunMs = 120_000

/**
 * Runs `runTurn` when the connection is back and a page has registered this tag. It returns how
 * many items are left.
 */
function onSync(scope: ServiceWorkerGlobalScope, tag: string, runTurn: (signal: AbortSignal) => Promise<number>): void {
  async function runAndCheck(): Promise<void> {
    const waiting = await runTurn(AbortSignal.timeout(maxRunMs))
    // A rejection makes the browser fire another sync event later.
    if (waiting > 0) throw new Error(`${waiting} of ${tag} wait for another turn`)
  }
  scope.addEventListener('sync', (event) => {
    if (isSyncEvent(event) && event.tag === tag) event.waitUntil(runAndCheck())
  })
}

/**
 * Handles messages of this type. They come from our pages but are still checked as outside data.
 */
export function onMessage(scope: ServiceWorkerGlobalScope, type: string, work: (data: object) => Promise<void>): void {
  scope.addEventListener('message', (event) => {
    const data: unknown = event.data
    const hasType = typeof data === 'object' && data !== null && 'type' in data && data.type === type
    if (hasType) event.waitUntil(work(data))
  })
}

function isSyncEvent(event: Event): event is SyncEvent {
  return 'tag' in event && 'waitUntil' in event
}

/** Hands the keys of a sealed copy from a closing page to the next one. */
export function holdKeysForReload(scope: ServiceWorkerGlobalScope): void {
  onMessage(scope, 'CARRY_KEYS', async (data) => {
    const message = holdKeysSchema.safeParse(data).data
    if (message) await holdKeys(createBrowserRuntime(), message)
  })
}

/**
 * Sends visitors' waiting inquiries when the connection is back, with or without a page open. A
 * lock prevents page and worker from sending at once.
 */
export function sendInquiriesOnSync(scope: ServiceWorkerGlobalScope): void {
  onSync(scope, inquiryTag, async (signal) => {
    const runtime = createBrowserRuntime()
    const { sent, waiting } = await sendInquiries(runtime, signal)
    if (sent.length > 0) {
      const channel = runtime.openChannel(inquiryChannel)
      channel.post({ sent })
      channel.close()
    }
    return waiting
  })
}

/** Tag that pages register when something waits (use-sync-consequences.ts of the app). */
const outboxTag = 'outbox'

/**
 * When the connection is back, open pages send what waits; without an open page the worker sends
 * it.
 */
export function wakeOutbox(scope: ServiceWorkerGlobalScope): void {
  onSync(scope, outboxTag, async (signal) => {
    const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
    for (const window of windows) window.postMessage({ type: 'DRAIN' })
    return windows.length > 0 ? 0 : (await drainOnce(createBrowserRuntime(), signal)).remaining
  })
}
