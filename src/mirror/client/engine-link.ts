import type { Runtime } from '../runtime.ts'
import { createEngine } from '../worker/engine.ts'
import type { Command, Report } from '../worker/messages.ts'

/** The page's end of the engine, wherever that runs. Messages arrive in the order they were sent. */
export interface EngineLink {
  post(command: Command): void
  listen(listener: (report: Report) => void): void
  close(): void
}

/** An engine in a dedicated worker, so that neither a search over everything nor a first copy ever holds up a key stroke. */
export function linkToWorker(worker: Worker, userId: string): EngineLink {
  worker.postMessage({ type: 'start', userId })
  return {
    post: (command) => worker.postMessage(command),
    listen(listener) {
      // Reports come from our own worker, which is built together with this file.
      worker.addEventListener('message', (event: MessageEvent<Report>) => listener(event.data))
      worker.addEventListener('error', (event) => listener({ type: 'failed', message: event.message }))
    },
    close: () => worker.terminate(),
  }
}

/** An engine in the same thread. Messages are copied and come later, as they do from a worker. */
export function linkInThread(runtime: Runtime, userId: string): EngineLink {
  const listeners: ((report: Report) => void)[] = []
  let isClosed = false
  const report = (message: Report) => {
    const copy = structuredClone(message)
    queueMicrotask(() => {
      if (!isClosed) for (const listener of listeners) listener(copy)
    })
  }
  const engine = createEngine({ runtime, userId, report })
  engine.catch((error: unknown) => report({ type: 'failed', message: String(error) }))
  return {
    post(command) {
      const copy = structuredClone(command)
      engine.then(
        (running) => isClosed || running.handle(copy),
        () => undefined,
      )
    },
    listen: (listener) => void listeners.push(listener),
    close() {
      isClosed = true
      engine.then(
        (running) => running.close(),
        () => undefined,
      )
    },
  }
}
