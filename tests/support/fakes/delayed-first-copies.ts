import type { CollectionName } from '#contract/books/collections.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'

/**
 * A `fetch` that holds back the first copies of some collections until released. `requestedPaths`:
 * collections in the order of their first pages.
 */
export function delayFirstCopies(fetch: Runtime['fetch'], syncedCollections: readonly CollectionName[]) {
  const requestedPaths: string[] = []
  const gate = { isOpen: false, takesWrites: true, waiting: [] as (() => void)[] }
  const cable = new AbortController()

  function waitUntilOpen(signal: AbortSignal | null | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      gate.waiting.push(resolve)
      for (const end of [signal, cable.signal])
        end?.addEventListener('abort', () => reject(new TypeError('given up')), { once: true })
    })
  }

  return {
    requestedPaths: requestedPaths as readonly string[],
    /** From now on no write reaches the server. */
    holdWrites() {
      gate.takesWrites = false
    },
    release() {
      gate.isOpen = true
      for (const goOn of gate.waiting.splice(0)) goOn()
    },
    /** From now on nothing gets through, including pending requests and open streams. */
    cut: () => cable.abort(),
    async fetch(input: string, init?: RequestInit): Promise<Response> {
      if (cable.signal.aborted) throw new TypeError('no network')
      const collection = /\/api\/sync\/([a-z-]+)\/rows/.exec(input)?.[1]
      if (collection !== undefined && !requestedPaths.includes(collection)) requestedPaths.push(collection)
      if (!gate.takesWrites && (init?.method ?? 'GET') !== 'GET') throw new TypeError('no network')
      if (!gate.isOpen && syncedCollections.some((name) => name === collection)) await waitUntilOpen(init?.signal)
      return fetch(input, { ...init, signal: AbortSignal.any([cable.signal, ...(init?.signal ? [init.signal] : [])]) })
    },
  }
}
