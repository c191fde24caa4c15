import { syncEventSchema, type SyncEvent } from '#contract/sync/sync.ts'
import type { Clock } from '../runtime.ts'
import { callAfter } from '../timing/deadline.ts'
import type { Request } from './ask-server.ts'

/**
 * The server writes at least every 15 s; after three times that without a byte the connection
 * counts as dead.
 */
const idleTimeoutMs = 45_000

/**
 * Reads the server's events until the stream ends, falls silent or is stopped. Uses fetch instead
 * of EventSource to send the token in a header. Resolves with whether any event arrived; never
 * rejects.
 */
export async function readEvents(
  runtime: Clock,
  request: Request,
  reading: { signal: AbortSignal; onEvent: (event: SyncEvent) => void },
): Promise<boolean> {
  let hasHeard = false
  const stop = new AbortController()
  try {
    const opening = request('/api/sync/events', {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([reading.signal, stop.signal]),
    })
    const response = await orTimeout(runtime, opening, stop)
    if (!response.ok || !response.body || !isEventStream(response)) return false
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await orTimeout(runtime, reader.read(), stop)
      if (done) return hasHeard
      const texts = (rest + value).split('\n\n')
      rest = texts.pop() ?? ''
      const events = texts.map(parseEvent).filter((event) => event !== null)
      hasHeard ||= events.length > 0
      events.forEach((event) => reading.onEvent(event))
    }
  } catch {
    return hasHeard
  } finally {
    stop.abort()
  }
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

async function orTimeout<T>(runtime: Clock, reading: Promise<T>, stop: AbortController): Promise<T> {
  const cancel = callAfter(runtime, { ms: idleTimeoutMs }, () => stop.abort())
  try {
    return await reading
  } finally {
    cancel()
  }
}

function parseEvent(text: string): SyncEvent | null {
  const data = text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .join('\n')
  if (data === '') return null
  try {
    return syncEventSchema.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}
