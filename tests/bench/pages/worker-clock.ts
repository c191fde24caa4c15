import type { AnswerMessage } from '#mirror/worker/call-channel.ts'
import type { RowsUpdate } from '#mirror/worker/calls.ts'

/**
 * Time the worker's thread spent on a query, from the call's arrival until its first rows were sent
 * to the page.
 */
export interface QueryTime {
  type: 'bench_query'
  ms: number
}

interface CallMessage {
  callId: number
  name?: string
}

declare const self: {
  addEventListener(type: 'message', listener: (event: MessageEvent<CallMessage>) => void): void
  postMessage(message: AnswerMessage | QueryTime): void
}

const begun = new Map<number, number>()
const post = self.postMessage.bind(self)

self.addEventListener('message', ({ data }: MessageEvent<CallMessage>) => {
  if (data.name === 'rows') begun.set(data.callId, performance.now())
})

self.postMessage = (message) => {
  post(message)
  if (!('answer' in message)) return
  const start = begun.get(message.callId)
  if (start === undefined || (message.answer as RowsUpdate).type !== 'result') return
  begun.delete(message.callId)
  post({ type: 'bench_query', ms: performance.now() - start })
}
