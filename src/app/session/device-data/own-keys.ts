import type { DeviceStorage } from '#app/ui/browser/device-storage.ts'

/**
 * Prefixes of one user's keys in local storage (for the chat: session storage); the user's id
 * follows the prefix.
 *
 * Signing out removes responses and lists that the server can send again. It keeps the user's own
 * work: unsent edits (`last_edit:`), drafts (`blog-draft-`; sign-out asks about them) and saved
 * filters, which only their owner's screens show. Other keys hold device settings (columns, widths,
 * collapsed parts, whether copies must be sealed) or public data (the office) and name no one.
 */
const removedPrefixes = [
  'reference-answers-',
  'download-task-',
  'sealing-key-',
  'chat-draft-',
  'record-drafts-',
  'recent-records-',
]

/**
 * Prefixes of values that are sealed on a device with a sealed copy; keys with the suffix of
 * `createUserStorage` are sealed too. They may name people or show whose records were viewed.
 */
const sealedPrefixes = ['reference-answers-', 'recent-records-', 'chat-draft-', 'record-drafts-']

/** Whether the key belongs to this user and is sealed where their copy is sealed. */
export function isOwnKey(userId: string, key: string): boolean {
  return sealedPrefixes.some((beginning) => key === beginning + userId) || key.endsWith(`@${userId}`)
}

/**
 * Whether sign-out removes the key: the server can send its value again, or it isn't worth keeping.
 */
export function isRefetchable(key: string): boolean {
  return removedPrefixes.some((beginning) => key.startsWith(beginning))
}

/** Key prefix of posts that were typed but not saved. */
export function buildDraftPrefix(userId: string): string {
  return `blog-draft-${userId}-`
}

/** Removes what sign-out removes, for every user except those in `keep`. */
export function removeRefetchable(storage: DeviceStorage, keep: readonly string[]): void {
  removeKeys(storage, (key) =>
    removedPrefixes.some(
      (beginning) => key.startsWith(beginning) && !keep.some((userId) => key.startsWith(beginning + userId)),
    ),
  )
}

/** Number of unsaved posts this user has on this device. */
export function countDrafts(storage: DeviceStorage, userId: string): number {
  return storage.listKeys().filter((key) => key.startsWith(buildDraftPrefix(userId))).length
}

/** The caller has asked the user first. */
export function discardDrafts(storage: DeviceStorage, userId: string): void {
  removeKeys(storage, (key) => key.startsWith(buildDraftPrefix(userId)))
}

function removeKeys(storage: DeviceStorage, isRemoved: (key: string) => boolean): void {
  for (const key of storage.listKeys()) if (isRemoved(key)) storage.removeItem(key)
}

/**
 * A user's own part of local storage, for values that may name people (saved filters), hidden from
 * the next user of this device. A value under the bare key, from before keys had an owner, goes to
 * the first user who opens it.
 */
export function createUserStorage(
  userId: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Pick<Storage, 'getItem' | 'setItem'> {
  const ownKey = (key: string) => `${key}@${userId}`
  return {
    getItem(key) {
      const unownedValue = storage.getItem(key)
      if (unownedValue !== null && storage.getItem(ownKey(key)) === null) storage.setItem(ownKey(key), unownedValue)
      storage.removeItem(key)
      return storage.getItem(ownKey(key))
    },
    setItem: (key, text) => storage.setItem(ownKey(key), text),
  }
}
