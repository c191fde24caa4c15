/**
 * Looks things up one by one for those who ask, and by one `load` for all who ask in the same turn of the event loop: two hundred devices that hear of a change
 * ask in the same moment. `load` begins after the last of them asked. What it does not answer is undefined; when it fails, it fails for all of them.
 */
export function askedTogether<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let gathering: { keys: Set<Key>; loaded: Promise<ReadonlyMap<Key, Value>> } | undefined

  function gather() {
    const keys = new Set<Key>()
    const loaded = new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      gathering = undefined
      return load([...keys])
    })
    return { keys, loaded }
  }

  return async (key) => {
    gathering ??= gather()
    gathering.keys.add(key)
    return (await gathering.loaded).get(key)
  }
}
