import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SyncEvent } from '#contract/sync/sync.ts'
import { createFactorGate } from '#server/auth/factor-gate.ts'
import type { Deps } from '#server/deps.ts'
import { findBearer } from '#server/plugins/bearer.ts'
import type { ChangeListener } from './change-listener.ts'
import { type StreamSlot } from './stream-slots.ts'

/**
 * Sends server-sent events until the client disconnects, the server drains, or the session or its
 * second factor ends (checked with every heartbeat). Events carry no data: on `changed` the device
 * pulls.
 */
export function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: {
    deps: Deps
    listener: ChangeListener
    userId: string
    epoch: string
    heartbeatMs: number
    slot: StreamSlot
  },
): void {
  const { deps, listener, userId, epoch, heartbeatMs, slot } = stream
  reply.hijack()
  const { raw } = reply
  // The client has already disconnected: no close event would release what is set up below.
  if (raw.destroyed) return slot.release()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Stops proxies from buffering the stream.
    'x-accel-buffering': 'no',
  })
  const sendEvent = (event: SyncEvent) => void raw.write(`data: ${JSON.stringify(event)}\n\n`)
  const unsubscribe = listener.subscribe(() => sendEvent({ type: 'changed' }))
  const unsubscribeTasks = listener.subscribeTasks(userId, () => sendEvent({ type: 'task' }))
  const heartbeat = setInterval(() => void sendHeartbeat(), heartbeatMs)
  const drain = () => {
    sendEvent({ type: 'draining' })
    raw.end()
  }
  const replace = () => {
    sendEvent({ type: 'replaced' })
    raw.end()
  }
  raw.on('close', () => {
    clearInterval(heartbeat)
    unsubscribe()
    unsubscribeTasks()
    slot.release()
    deps.drain.removeEventListener('abort', drain)
  })
  deps.drain.addEventListener('abort', drain, { once: true })
  slot.replaced.addEventListener('abort', replace, { once: true })
  sendEvent({ type: 'hello', epoch })
  if (deps.drain.aborted) drain()
  if (slot.replaced.aborted) replace()

  async function sendHeartbeat(): Promise<void> {
    const isAllowed = await isStillStaff(deps, request).catch(() => true)
    if (isAllowed) raw.write(': heartbeat\n\n')
    else raw.end()
  }
}

/**
 * If the database does not respond, the stream stays open: it reveals nothing, and every pull is
 * authorized separately.
 */
async function isStillStaff(deps: Deps, request: FastifyRequest): Promise<boolean> {
  const token = request.headers.authorization?.replace(/^Bearer /i, '') ?? ''
  const user = await findBearer(deps, token)
  if (user === undefined || !(user.is_staff || user.is_superuser)) return false
  return createFactorGate(deps).findMissingFactor(request, user) === null
}
