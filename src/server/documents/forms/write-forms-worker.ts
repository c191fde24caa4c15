import { parentPort } from 'node:worker_threads'
import { lowerPriority, openForms } from './draw-forms.ts'
import type { FormsMessage, FormsOrder } from './write-forms.ts'

/**
 * The worker of `write-forms.ts`. Its messages come from our own main thread, so they are not
 * validated.
 */
const port = parentPort
if (port === null) throw new Error('write-forms-worker runs in a worker thread only')
lowerPriority()
const post = (message: FormsMessage) => port.postMessage(message)

let pdf: ReturnType<typeof openForms> | undefined

port.on('message', (order: FormsOrder) => {
  try {
    if (order.type === 'open') {
      pdf = openForms(
        order.document,
        (bytes) => post({ type: 'bytes', bytes }),
        () => post({ type: 'ended' }),
      )
    } else if (order.type === 'end') {
      pdf?.end()
      pdf = undefined
    } else {
      for (const form of order.forms) pdf?.draw(form)
      post({ type: 'drawn' })
    }
  } catch (error) {
    post({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
