/** Reads shared by concurrent requests for the same key. */
interface SharedReads<T> {
  read(key: string, read: () => Promise<T>): Promise<T>
}

/**
 * A request made during a read shares the next read with all others that arrive before it begins.
 * So a result is never older than its request and misses no earlier commit. Neither results nor
 * errors are cached, and a read continues when one of its requests is cancelled.
 */
export function createSharedReads<T>(): SharedReads<T> {
  const running = new Map<string, Promise<T>>()
  const waiting = new Map<string, Promise<T>>()

  async function startRead(key: string, read: () => Promise<T>): Promise<T> {
    const reading = read()
    running.set(key, reading)
    try {
      return await reading
    } finally {
      if (running.get(key) === reading) running.delete(key)
    }
  }

  async function startReadAfter(before: Promise<T>, key: string, read: () => Promise<T>): Promise<T> {
    await before.catch(() => undefined)
    waiting.delete(key)
    return await startRead(key, read)
  }

  return {
    read(key, read) {
      const before = running.get(key)
      if (!before) return startRead(key, read)
      const next = waiting.get(key) ?? startReadAfter(before, key, read)
      waiting.set(key, next)
      return next
    },
  }
}
