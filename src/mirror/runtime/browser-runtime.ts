import type { Seals } from '#mirror/store/seal.ts'
import { getBrowserStorage } from './browser-storage.ts'
import { newId } from './new-id.ts'
import type { Channel, Runtime } from './runtime.ts'

/**
 * The runtime of a page, a dedicated worker or a service worker. Needs a secure context (Web
 * Locks). `seals` is set on devices with a sealed copy; it is created elsewhere because visitors'
 * pages use this file too.
 */
export function createBrowserRuntime(seals: Seals | null = null): Runtime {
  return {
    now: () => Date.now(),
    newId,
    random: () => Math.random(),
    fetch: (input, init) => fetch(input, init),
    hasNetwork: () => navigator.onLine,
    // Missing in WebKit's lockdown mode, for instance.
    locks: navigator.locks ?? openLocks,
    openChannel,
    wait: waitMs,
    ...getBrowserStorage(waitMs),
    baseUrl: '',
    ...(seals && { seals }),
  }
}

/**
 * Without Web Locks everyone gets every lock. Then each tab sends and pulls, which is harmless:
 * repeated requests carry the same key, and the mirror checks versions.
 */
const openLocks: LockManager = {
  request: async (name: string, ...rest: unknown[]) => {
    const run = rest.at(-1) as (lock: Lock) => Promise<never>
    return await run({ name, mode: 'exclusive' })
  },
  query: () => Promise.resolve({ held: [], pending: [] }),
}

/**
 * Without BroadcastChannel the other tabs and workers learn of changes at their next regular look
 * at the storage.
 */
export function openChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined')
    return { post: () => undefined, listen: () => () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const onEvent = (event: MessageEvent<unknown>) => listener(event.data)
      channel.addEventListener('message', onEvent)
      return () => channel.removeEventListener('message', onEvent)
    },
    close: () => channel.close(),
  }
}

/** Longer waits overflow the timer and would fire at once. */
const maxTimerMs = 2_147_483_647

/** Resolves after `ms`; rejects with the signal's reason when that aborts first. */
export function waitMs(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, maxTimerMs),
    )
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
