import { browserRuntime } from '#mirror/browser-runtime.ts'
import { inquiryChannel, inquiryTag } from '#mirror/visitor-queue/queue-words.ts'
import { sendInquiries } from '#mirror/visitor-queue/send-inquiries.ts'
import { onSync } from './worker-events.ts'

/**
 * Sends visitors' waiting inquiries when the connection is back, with or without a page open. A
 * lock keeps page and worker apart.
 */
export function sendInquiriesOnSync(scope: ServiceWorkerGlobalScope): void {
  onSync(scope, inquiryTag, async (signal) => {
    const runtime = browserRuntime()
    const { sent, waiting } = await sendInquiries(runtime, signal)
    if (sent.length > 0) {
      const channel = runtime.openChannel(inquiryChannel)
      channel.post({ sent })
      channel.close()
    }
    return waiting
  })
}
