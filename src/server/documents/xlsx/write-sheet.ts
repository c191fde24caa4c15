import { Readable } from 'node:stream'
import { z } from 'zod'
import { createWarmWorkers } from '../warm-workers.ts'
import type { SheetChunk, SheetLayout } from './sheet.ts'

/** Messages of the worker: send more rows, bytes, done, or an error. */
const workerMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('need') }),
  z.object({ type: z.literal('bytes'), bytes: z.instanceof(Uint8Array) }),
  z.object({ type: z.literal('end') }),
  z.object({ type: z.literal('failed'), message: z.string() }),
])

const threads = createWarmWorkers(new URL('./write-sheet-worker.ts', import.meta.url), {
  idleCount: 4,
  resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
})

/**
 * Writes one sheet as an .xlsx stream. Rows are pulled from `chunks` only as fast as the reader
 * consumes bytes, so memory use does not depend on the number of rows. Destroying the stream (the
 * browser left) ends the worker and `chunks`, whose `finally` closes its query.
 */
export function writeSheet(layout: SheetLayout, chunks: AsyncIterable<SheetChunk>): Readable {
  const source = chunks[Symbol.asyncIterator]()
  const worker = threads.acquire()
  let isDone = false
  const stream = new Readable({ highWaterMark: 256 * 1024, read: () => worker.postMessage({ type: 'read' }) })
  stream.once('close', () => {
    if (isDone) threads.release(worker)
    void Promise.allSettled([isDone || worker.terminate(), source.return?.()])
  })
  const fail = (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error)))
  // Prefetches the next rows while the worker writes the current ones.
  let ahead: Promise<IteratorResult<SheetChunk>> | undefined
  async function sendRows(): Promise<void> {
    const next = await (ahead ?? source.next())
    worker.postMessage(next.done === true ? { type: 'no-more' } : { type: 'rows', ...next.value })
    ahead = source.next()
    // The error surfaces at the next request; this prevents an unhandled rejection until then.
    ahead.catch(() => undefined)
  }
  worker.on('error', fail)
  worker.on('message', (data: unknown) => {
    const message = workerMessageSchema.parse(data)
    if (message.type === 'need') void sendRows().catch(fail)
    else if (message.type === 'bytes') stream.push(message.bytes)
    else if (message.type === 'end') {
      isDone = true
      stream.push(null)
    } else fail(new Error(message.message))
  })
  worker.postMessage({ type: 'begin', layout })
  return stream
}
