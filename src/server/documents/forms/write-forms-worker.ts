import { parentPort } from 'node:worker_threads'
import { lowerPriority, openForms } from './draw-forms.ts'
import type { FormsMessage, FormsRequest } from './write-forms.ts'

/**
 * The worker of `write-forms.ts`. Its messages come from our own main thread, so they are not
 * validated.
 */
const port = parentPort
if (port === null) throw new Error('write-forms-worker runs in a worker thread only')
lowerPriority()
const post = (message: FormsMessage) => port.postMessage(message)

let pdf: ReturnType<typeof openForms> | undefined

port.on('message', (request: FormsRequest) => {
  try {
    if (request.type === 'open') {
      pdf = openForms(
        request.document,
        (bytes) => post({ type: 'bytes', bytes }),
        () => post({ type: 'ended' }),
      )
    } else if (request.type === 'end') {
      pdf?.end()
      pdf = undefined
    } else {
      for (const form of request.forms) pdf?.draw(form)
      post({ type: 'drawn' })
    }
  } catch (error) {
    post({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
