import { browserRuntime } from '#mirror/browser-runtime.ts'
import { inquiryChannel, inquiryTag } from '#mirror/visitor-queue/queue-words.ts'
import { sendInquiries } from '#mirror/visitor-queue/send-inquiries.ts'

/** Browsers end a worker that stays busy for long; what is left waits for the next turn. */
const longestTurnMs = 120_000

/** Background Sync is not in TypeScript's library; Chromium has it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** The connection is back: what a visitor wrote goes out, with a page open or not (a lock keeps the two apart). */
export function sendInquiriesOnSync(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event) => {
    if (isSyncEvent(event) && event.tag === inquiryTag) event.waitUntil(takeTurn())
  })
}

async function takeTurn(): Promise<void> {
  const { sent, waiting } = await sendInquiries(browserRuntime(), AbortSignal.timeout(longestTurnMs))
  if (sent.length > 0) {
    const channel = new BroadcastChannel(inquiryChannel)
    channel.postMessage({ sent })
    channel.close()
  }
  // A rejected turn makes the browser give another one later.
  if (waiting > 0) throw new Error(`${String(waiting)} inquiries wait for another turn`)
}

function isSyncEvent(event: Event): event is SyncEvent {
  return 'tag' in event && 'waitUntil' in event
}
