/**
 * A user's own part of local storage, for values that may name people (saved filters), hidden from
 * the next user of this device. A value under the bare key, from before keys had an owner, goes to
 * the first user who opens it.
 */
export function userStorageOf(
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
