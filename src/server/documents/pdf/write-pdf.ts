import { acquireSlot, createWarmWorkers } from '../warm-workers.ts'
import type { PdfDocument, WrittenPdf } from './pdf-document.ts'

type WorkerMessage = { type: 'written'; pdf: WrittenPdf } | { type: 'failed'; message: string }

const threads = createWarmWorkers(new URL('./write-pdf-worker.ts', import.meta.url), {
  idleCount: 2,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
})

/**
 * Draws a document in a memory-limited thread, within 20 seconds; two at once, the rest wait.
 * Throws when it cannot be drawn: user input is limited before it comes here.
 */
export async function writePdf(document: PdfDocument, options: { timeoutMs?: number } = {}): Promise<WrittenPdf> {
  const releaseSlot = await acquireSlot('pdf')
  try {
    return await writeInWorker(document, options.timeoutMs ?? 20_000)
  } finally {
    releaseSlot()
  }
}

async function writeInWorker(document: PdfDocument, timeoutMs: number): Promise<WrittenPdf> {
  const thread = threads.acquire()
  const { promise, resolve, reject } = Promise.withResolvers<WrittenPdf>()
  const timer = setTimeout(() => reject(new Error(`no PDF after ${timeoutMs} ms`)), timeoutMs)
  thread.on('message', (message: WorkerMessage) => {
    if (message.type === 'written') resolve(message.pdf)
    else reject(new Error(message.message))
  })
  thread.on('error', reject)
  thread.on('exit', (code) => reject(new Error(`write-pdf-worker ended with ${code}`)))
  thread.postMessage(document)
  try {
    const pdf = await promise
    threads.release(thread)
    return pdf
  } catch (error) {
    await thread.terminate()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
