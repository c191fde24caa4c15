import type { Channel, Runtime } from '../runtime.ts'
import type { AnswerMessage } from '../worker/call-channel.ts'
import type { VaultKeys } from '../vault/vault-keys.ts'
import { serveEngine } from '../worker/engine.ts'

/**
 * A channel to an engine in a dedicated worker, so that neither searches nor a first copy delay key
 * strokes.
 */
export function openWorkerLine(worker: Worker, start: { userId: string; keys: VaultKeys | null }): Channel {
  worker.postMessage({ type: 'start', ...start })
  return {
    post: (message) => worker.postMessage(message),
    listen(listener) {
      const controller = new AbortController()
      const { signal } = controller
      worker.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data), { signal })
      const fail = ({ message }: ErrorEvent) => listener({ failure: message } satisfies AnswerMessage)
      worker.addEventListener('error', fail, { signal })
      return () => controller.abort()
    },
    close: () => worker.terminate(),
  }
}

/**
 * A channel to an engine in the same thread. Messages are copied and delivered later, as from a
 * worker.
 */
export function openThreadLine(runtime: Runtime, userId: string): Channel {
  const [page, engine] = openLinePair()
  const stop = serveEngine(engine, { runtime, userId })
  return {
    ...page,
    close() {
      page.close()
      stop()
    },
  }
}

/** The two ends of a channel within one thread. */
export function openLinePair(): [Channel, Channel] {
  const ends = [new Set<Listener>(), new Set<Listener>()] as const
  return [openEnd(ends[0], ends[1]), openEnd(ends[1], ends[0])]
}

type Listener = (message: unknown) => void

function openEnd(own: Set<Listener>, other: Set<Listener>): Channel {
  return {
    post(message) {
      const copy: unknown = structuredClone(message)
      queueMicrotask(() => other.forEach((listener) => listener(copy)))
    },
    listen(listener) {
      own.add(listener)
      return () => own.delete(listener)
    },
    close() {
      own.clear()
      other.clear()
    },
  }
}
