import { parentPort } from 'node:worker_threads'
import { drawDocument } from './draw-document.ts'
import type { PdfDocument } from './pdf-document.ts'

/**
 * The worker of `write-pdf.ts`. Its messages come from our own main thread, so they are not
 * validated.
 */
const port = parentPort
if (port === null) throw new Error('write-pdf-worker runs in a worker thread only')

port.on('message', (document: PdfDocument) => {
  drawDocument(document).then(
    (pdf) => port.postMessage({ type: 'written', pdf }),
    (error: unknown) => {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      port.postMessage({ type: 'failed', message })
    },
  )
})
