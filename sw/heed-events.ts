/** Background Sync is not in TypeScript's library; Chromium has it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Browsers end a worker that stays busy for long; what is left waits for the next turn. */
const maxTurnMs = 120_000

/** The connection is back: takes a turn at what pages registered under this tag. `takeTurn` answers how much waits for another one. */
export function onSync(
  scope: ServiceWorkerGlobalScope,
  tag: string,
  takeTurn: (signal: AbortSignal) => Promise<number>,
): void {
  async function turn(): Promise<void> {
    const waiting = await takeTurn(AbortSignal.timeout(maxTurnMs))
    // A rejected turn makes the browser give another one later.
    if (waiting > 0) throw new Error(`${waiting} of ${tag} wait for another turn`)
  }
  scope.addEventListener('sync', (event) => {
    if (isSyncEvent(event) && event.tag === tag) event.waitUntil(turn())
  })
}

/** Does what a page asks for by a message of this type. Pages are ours, but a message is outside data all the same. */
export function onMessage(scope: ServiceWorkerGlobalScope, type: string, work: (data: object) => Promise<void>): void {
  scope.addEventListener('message', (event) => {
    const data: unknown = event.data
    const isMeant = typeof data === 'object' && data !== null && 'type' in data && data.type === type
    if (isMeant) event.waitUntil(work(data))
  })
}

function isSyncEvent(event: Event): event is SyncEvent {
  return 'tag' in event && 'waitUntil' in event
}
