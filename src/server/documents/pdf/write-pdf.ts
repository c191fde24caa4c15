import { Worker } from 'node:worker_threads'
import { takeTurn } from '../worker-turns.ts'
import type { PdfDocument, WrittenPdf } from './pdf-document.ts'

type WorkerMessage = { type: 'written'; pdf: WrittenPdf } | { type: 'failed'; message: string }

/**
 * Draws a document in a thread of its own with little memory and 20 seconds to live; a handful at once, the rest wait. About half a second for a page, most of it
 * the fonts. Throws when it cannot be drawn: what a user may write is limited before it comes here.
 */
export async function writePdf(document: PdfDocument, options: { timeoutMs?: number } = {}): Promise<WrittenPdf> {
  const endTurn = await takeTurn('pdf')
  try {
    return await writeInWorker(document, options.timeoutMs ?? 20_000)
  } finally {
    endTurn()
  }
}

async function writeInWorker(document: PdfDocument, timeoutMs: number): Promise<WrittenPdf> {
  const worker = new Worker(new URL('./write-pdf-worker.ts', import.meta.url), {
    workerData: document,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<WrittenPdf>()
  const timer = setTimeout(() => reject(new Error(`no PDF after ${timeoutMs} ms`)), timeoutMs)
  worker.on('message', (message: WorkerMessage) => {
    if (message.type === 'written') resolve(message.pdf)
    else reject(new Error(message.message))
  })
  worker.on('error', reject)
  worker.on('exit', (code) => reject(new Error(`write-pdf-worker ended with ${code}`)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
