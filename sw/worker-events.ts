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
export function onSync(
  scope: ServiceWorkerGlobalScope,
  tag: string,
  runTurn: (signal: AbortSignal) => Promise<number>,
): void {
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
    const isOfType = typeof data === 'object' && data !== null && 'type' in data && data.type === type
    if (isOfType) event.waitUntil(work(data))
  })
}

function isSyncEvent(event: Event): event is SyncEvent {
  return 'tag' in event && 'waitUntil' in event
}
