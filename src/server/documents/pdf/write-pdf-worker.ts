import { parentPort } from 'node:worker_threads'
import { drawDocument } from './draw-document.ts'
import type { PdfDocument } from './pdf-document.ts'

/** The other end of `write-pdf.ts`. What arrives here was made by our own main thread. */
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
