/**
 * Batches lookups: all keys requested in one turn of the event loop share one `load`. Two hundred
 * devices notified of a change send requests at the same moment. `load` begins after the last
 * request of the turn. A missing key is undefined; if `load` fails, all its callers fail.
 */
export function createBatchedLookup<Key, Value>(
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
