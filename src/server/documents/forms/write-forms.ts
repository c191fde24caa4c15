import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FilledForm } from '#domain/filings/filing.ts'
import { acquireSlot, createWarmWorkers } from '../warm-workers.ts'
import type { FormsDocument } from './draw-forms.ts'

/** To the worker: start another file; draw the forms of one unit; end of input. */
export type FormsRequest =
  | { type: 'open'; document: FormsDocument }
  | { type: 'draw'; forms: readonly FilledForm[] }
  | { type: 'end' }
/** From the worker: a chunk of the file; the forms of an order are drawn; the file is complete. */
export type FormsMessage =
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'drawn' }
  | { type: 'ended' }
  | { type: 'failed'; message: string }

interface WriteFormsOptions extends FormsDocument {
  /** Called after each set is drawn. */
  onDrawn?(): void
  /** Maximum time without a message from the worker (ms). */
  silentMs?: number
}

const threads = createWarmWorkers(new URL('./write-forms-worker.ts', import.meta.url), {
  idleCount: 2,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
})

/**
 * Draws forms into one PDF, set by set, in a worker thread. Sets are read as they are drawn and
 * bytes are emitted as they are produced, so that a thousand units take no more memory than a few.
 * Destroying the stream ends the thread. HAZARD: full resident numbers pass through here: log and
 * store nothing.
 */
export function writeForms(sets: AsyncIterable<readonly FilledForm[]>, options: WriteFormsOptions): Readable {
  return Readable.from(drawSets(sets, options), { objectMode: false })
}

async function* drawSets(
  sets: AsyncIterable<readonly FilledForm[]>,
  { onDrawn, silentMs = 20_000, ...document }: WriteFormsOptions,
): AsyncGenerator<Uint8Array> {
  const releaseSlot = await acquireSlot('forms')
  const thread = openThread(document, silentMs)
  let isDone = false
  try {
    for await (const forms of sets) {
      thread.order({ type: 'draw', forms })
      yield* thread.readUntil('drawn')
      onDrawn?.()
    }
    thread.order({ type: 'end' })
    yield* thread.readUntil('ended')
    isDone = true
  } finally {
    releaseSlot()
    await (isDone ? thread.release() : thread.terminate())
  }
}

function openThread(document: FormsDocument, silentMs: number) {
  const worker = threads.acquire()
  const send = (message: FormsRequest) => worker.postMessage(message)
  const messages: FormsMessage[] = []
  const events = new EventTarget()
  const onMessage = (received: FormsMessage) => {
    messages.push(received)
    events.dispatchEvent(new Event('message'))
  }
  worker.on('message', onMessage)
  worker.on('error', (error) => onMessage({ type: 'failed', message: error.stack ?? error.message }))
  worker.on('exit', (code) => onMessage({ type: 'failed', message: `write-forms-worker ended with ${code}` }))
  send({ type: 'open', document })
  async function next(): Promise<FormsMessage> {
    if (messages.length === 0) await once(events, 'message', { signal: AbortSignal.timeout(silentMs) })
    return messages.shift() ?? (await next())
  }
  return {
    order: send,
    /** Yields bytes until the worker sends a message of this type. */
    async *readUntil(type: 'drawn' | 'ended'): AsyncGenerator<Uint8Array> {
      for (;;) {
        const received = await next()
        if (received.type === 'failed') throw new Error(received.message)
        if (received.type === 'bytes') yield received.bytes
        if (received.type === type) return
      }
    },
    release: () => threads.release(worker),
    async terminate() {
      worker.removeAllListeners('exit')
      await worker.terminate()
    },
  }
}
