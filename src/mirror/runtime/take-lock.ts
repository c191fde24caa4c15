import type { Runtime } from './runtime.ts'
import { callAfter } from './timing.ts'

/** Longer than any work under such a lock takes: two requests and the storage. */
const maxHeldMs = 90_000

/**
 * Runs the work alone among all pages and workers of this browser. A holder that doesn't release
 * the lock is frozen or gone (iPadOS stops the processes of background tabs), so the lock is then
 * taken from it. The work of a holder that wakes up goes on, so it must do no harm twice.
 */
export async function withLock<T>(
  { locks, wait }: Pick<Runtime, 'locks' | 'wait'>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  let running: Promise<T> | undefined
  const queueExit = new AbortController()
  const cancel = callAfter({ wait }, { ms: maxHeldMs }, () => queueExit.abort())
  const run = () => {
    cancel()
    running = work()
    return running
  }
  try {
    return await locks.request(name, { signal: queueExit.signal }, run)
  } catch (error) {
    // Taken from us while the work was running.
    if (running) return await running
    if (!queueExit.signal.aborted) throw error
  } finally {
    cancel()
  }
  return await locks.request(name, { steal: true }, run).catch((error: unknown) => {
    if (running) return running
    throw error
  })
}
