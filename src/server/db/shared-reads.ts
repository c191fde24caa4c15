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

/**
 * Batches lookups: all keys requested in one turn of the event loop share one `load`. Two hundred
 * devices notified of a change send requests at the same moment. `load` begins after the last
 * request of the turn. A missing key is undefined; if `load` fails, all its callers fail.
 */
export function batchLookups<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let pending: { keys: Set<Key>; loaded: Promise<ReadonlyMap<Key, Value>> } | undefined

  function startBatch() {
    const keys = new Set<Key>()
    const loaded = new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      pending = undefined
      return load([...keys])
    })
    return { keys, loaded }
  }

  return async (key) => {
    pending ??= startBatch()
    pending.keys.add(key)
    return (await pending.loaded).get(key)
  }
}

export interface LastKnown<Value> {
  /**
   * The value, at most half a second old, or the last known one if the database does not respond,
   * so that no page waits for it. Throws when there was never a value.
   */
  read(): Promise<Value>
  /** Call after this process has changed the value. */
  forget(): void
}

/**
 * Another process may have changed the value, and all must agree within a second. Querying twice a
 * second costs less than notifications, and misses nothing.
 */
const cacheMs = 500

/** A value every page needs, cached briefly. `first`: used until the first lookup. */
export function createLastKnown<Value>(
  load: () => Promise<Value>,
  { now, first }: { now(): Date; first?: Value },
): LastKnown<Value> {
  let cached: { value: Value; startedAt: number } | undefined =
    first === undefined ? undefined : { value: first, startedAt: -Infinity }
  let pending: { result: Promise<Value> } | undefined

  function startQuery(): { result: Promise<Value> } {
    const query = { result: load() }
    query.result = query.result.then(
      (value) => {
        // After `forget` this value may be outdated, so it is not kept.
        if (pending === query) cached = { value, startedAt: now().getTime() }
        if (pending === query) pending = undefined
        return value
      },
      (error: unknown) => {
        if (pending === query) pending = undefined
        // Database errors are reported elsewhere; they must not block a page that only shows this
        // value.
        if (cached === undefined) throw error
        return cached.value
      },
    )
    return query
  }

  return {
    async read() {
      if (cached && Math.abs(now().getTime() - cached.startedAt) < cacheMs) return cached.value
      return await (pending ??= startQuery()).result
    },
    forget() {
      if (cached) cached = { ...cached, startedAt: -Infinity }
      pending = undefined
    },
  }
}
