/**
 * A person's own part of local storage for what may name people (saved filters): the next person on this device finds nothing of it. What stands under the
 * bare key, from before keys had an owner, goes to whoever opens it first.
 */
export function ownShelf(
  userId: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Pick<Storage, 'getItem' | 'setItem'> {
  const ownKey = (key: string) => `${key}@${userId}`
  return {
    getItem(key) {
      const before = storage.getItem(key)
      if (before !== null && storage.getItem(ownKey(key)) === null) storage.setItem(ownKey(key), before)
      storage.removeItem(key)
      return storage.getItem(ownKey(key))
    },
    setItem: (key, text) => storage.setItem(ownKey(key), text),
  }
}
