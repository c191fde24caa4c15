import { z } from 'zod'

const recordSchema = z
  .object({ id: z.string(), version: z.int(), inserted_at: z.string(), updated_at: z.string() })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]))

/**
 * Messages between the book and its detail window: the window sends `detailReady`, receives
 * `setDetailData`, and sends `detailSaved` after a save. Sent with postMessage between windows of
 * this origin only.
 */
const detailMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('detailReady'), id: z.string() }),
  z.object({ type: z.literal('setDetailData'), id: z.string(), data: recordSchema }),
  z.object({ type: z.literal('detailSaved'), id: z.string() }),
])
type DetailMessage = z.infer<typeof detailMessageSchema>

/** Calls `listener` for every valid message of our own origin. Returns the stop function. */
export function listenForDetailMessages(
  listener: (message: DetailMessage, source: MessageEventSource | null) => void,
): () => void {
  const receive = (event: MessageEvent<unknown>) => {
    if (event.origin !== window.location.origin) return
    const message = detailMessageSchema.safeParse(event.data)
    if (message.success) listener(message.data, event.source)
  }
  window.addEventListener('message', receive)
  return () => window.removeEventListener('message', receive)
}

export function postDetailMessage(target: Window, message: DetailMessage): void {
  target.postMessage(message, window.location.origin)
}
