import { parentPort, workerData } from 'node:worker_threads'
import { workBehindScreens } from './behind-screens.ts'
import { openForms, type FormsDocument } from './draw-forms.ts'
import type { FormsAnswer, FormsOrder } from './write-forms.ts'

/** The other end of `write-forms.ts`. What arrives here was made by our own main thread. */
const port = parentPort
if (port === null) throw new Error('write-forms-worker runs in a worker thread only')
workBehindScreens()
const answer = (message: FormsAnswer) => port.postMessage(message)

const pdf = openForms(
  workerData as FormsDocument,
  (bytes) => answer({ type: 'bytes', bytes }),
  () => answer({ type: 'ended' }),
)

port.on('message', (order: FormsOrder) => {
  try {
    if (order.type === 'end') return pdf.end()
    for (const form of order.forms) pdf.draw(form)
    answer({ type: 'drawn' })
  } catch (error) {
    answer({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
