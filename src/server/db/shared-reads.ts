/** Reads that many ask for at the same moment, done once for all of them. */
export interface SharedReads<T> {
  read(key: string, read: () => Promise<T>): Promise<T>
}

/**
 * Whoever asks for something while it is being read gets the next reading of it, together with everybody else who asks until that begins: an answer is never
 * older than the question, so nobody misses what was committed before they asked. Nothing outlives its reading, an error neither, and a reading belongs to
 * nobody: that one of those who wait for it goes away does not end it.
 */
export function createSharedReads<T>(): SharedReads<T> {
  const running = new Map<string, Promise<T>>()
  const waiting = new Map<string, Promise<T>>()

  async function begin(key: string, read: () => Promise<T>): Promise<T> {
    const reading = read()
    running.set(key, reading)
    try {
      return await reading
    } finally {
      if (running.get(key) === reading) running.delete(key)
    }
  }

  async function beginAfter(before: Promise<T>, key: string, read: () => Promise<T>): Promise<T> {
    await before.catch(() => undefined)
    waiting.delete(key)
    return await begin(key, read)
  }

  return {
    read(key, read) {
      const before = running.get(key)
      if (!before) return begin(key, read)
      const next = waiting.get(key) ?? beginAfter(before, key, read)
      waiting.set(key, next)
      return next
    },
  }
}
