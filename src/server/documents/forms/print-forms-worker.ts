import { parentPort } from 'node:worker_threads'
import { lowerPriority, openForms } from './draw-forms.ts'
import type { PrintRequest, PrintResult } from './print-forms.ts'

/**
 * The worker of `print-forms.ts`. Its messages come from our own main thread, so they are not
 * validated.
 */
const port = parentPort
if (port === null) throw new Error('print-forms-worker runs in a worker thread only')
lowerPriority()

port.on('message', ({ id, document, forms }: PrintRequest) => {
  const post = (message: PrintResult) => port.postMessage(message)
  try {
    const bytes: Buffer[] = []
    const pdf = openForms(
      document,
      (piece) => bytes.push(piece),
      () => post({ id, pdf: Buffer.concat(bytes) }),
    )
    for (const form of forms) pdf.draw(form)
    pdf.end()
  } catch (error) {
    post({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
