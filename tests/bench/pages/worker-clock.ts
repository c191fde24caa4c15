import type { Command, Report } from '#mirror/worker/messages.ts'

/** How long the worker's thread was at a query, from the command's arrival to its first rows being on their way to the page. */
export interface QueryTime {
  type: 'bench_query'
  ticket: number
  ms: number
}

declare const self: {
  addEventListener(type: 'message', listener: (event: MessageEvent<Command>) => void): void
  postMessage(message: Report | QueryTime): void
}

const begun = new Map<number, number>()
const post = self.postMessage.bind(self)

self.addEventListener('message', ({ data }: MessageEvent<Command>) => {
  if (data.type === 'query') begun.set(data.ticket, performance.now())
})

self.postMessage = (message) => {
  post(message)
  if (message.type !== 'result') return
  const start = begun.get(message.ticket)
  begun.delete(message.ticket)
  if (start !== undefined) post({ type: 'bench_query', ticket: message.ticket, ms: performance.now() - start })
}
