import { setTimeout as delay } from 'node:timers/promises'
import { type SyncEvent, syncEventSchema } from '#contract/sync/sync.ts'

export interface EventStream {
  /**
   * Reads until the next event of this type. Returns false when none came within `ms`, or the
   * stream has ended.
   */
  waitFor(type: SyncEvent['type'], ms?: number): Promise<boolean>
  close(): void
}

/** The event stream of a signed-in person on a listening server. */
export async function openEventStream(origin: string, accessToken: string): Promise<EventStream> {
  const controller = new AbortController()
  const headers = { authorization: `Bearer ${accessToken}` }
  const response = await fetch(`${origin}/api/sync/events`, { headers, signal: controller.signal })
  if (!response.body || !response.ok) throw new Error(`no events: ${response.status}`)
  const received: SyncEvent['type'][] = []
  let hasEnded = false
  void read(response.body, received).finally(() => {
    hasEnded = true
  })
  return {
    async waitFor(type, ms = 30_000) {
      const end = Date.now() + ms
      for (;;) {
        const place = received.indexOf(type)
        if (place !== -1) return received.splice(0, place + 1).length > 0
        if (hasEnded || Date.now() > end) return false
        await delay(5)
      }
    },
    close: () => controller.abort(),
  }
}

async function read(body: ReadableStream<Uint8Array>, received: SyncEvent['type'][]): Promise<void> {
  const decoder = new TextDecoder()
  let buffered = ''
  try {
    for await (const bytes of body) {
      const messages = `${buffered}${decoder.decode(bytes, { stream: true })}`.split('\n\n')
      buffered = messages.pop() ?? ''
      const events = messages.filter((message) => message.startsWith('data: '))
      received.push(...events.map((event) => syncEventSchema.parse(JSON.parse(event.slice(6))).type))
    }
  } catch {
    // Closed or interrupted.
  }
}
