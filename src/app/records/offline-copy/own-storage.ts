import { createUserStorage, isOwnKey, isRefetchable } from '#app/session/device-data/own-keys.ts'
import { type DeviceStorage, deviceStorage, tabStorage } from '#app/ui/browser/device-storage.ts'
import type { Seal, Seals } from '#mirror/store/seal.ts'
import { fromBase64, toBase64 } from '#mirror/vault/vault-keys.ts'

/** The part of the Storage interface in use. */
export type OwnStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface OwnStorageOptions {
  readonly userId: string
  /** Seals of a sealed copy; undefined: values are stored unencrypted, like the records. */
  readonly seals: Seals | undefined
  readonly local?: DeviceStorage
  readonly tab?: DeviceStorage
}

interface OpenedStorage {
  readonly userId: string
  readonly local: OwnStorage
  readonly tab: OwnStorage
}

let opened: OpenedStorage | null = null

/**
 * Opens the user's values in local and session storage together with their copy
 * (own-keys.ts): choice lists, recent records, saved views, the chat draft. If the copy is
 * sealed, they are sealed with its keys: the mirror's for what the server can send again, the
 * outbox's for what only this device has, which survives a forgotten PIN. Reads everything into
 * memory, because callers read synchronously, and seals values still unencrypted. Returns the close
 * function.
 */
export async function openOwnStorage({
  userId,
  seals,
  local = deviceStorage,
  tab = tabStorage,
}: OwnStorageOptions): Promise<() => void> {
  const controller = new AbortController()
  if (seals) adoptUnownedViews(userId, local)
  const openedStorage = seals
    ? {
        userId,
        local: await createSealedStorage({ userId, seals, storage: local, closed: controller.signal }),
        tab: await createSealedStorage({ userId, seals, storage: tab, closed: controller.signal }),
      }
    : { userId, local, tab }
  opened = openedStorage
  return () => {
    controller.abort()
    if (opened === openedStorage) opened = null
  }
}

/**
 * Storage of this user for the keys of own-keys.ts. While their copy is closed it reads as
 * empty and stores nothing, because values might have to be sealed.
 */
export function createOwnStorage(userId: string, kind: 'local' | 'tab' = 'local'): OwnStorage {
  const current = () => (opened?.userId === userId ? opened[kind] : null)
  return {
    getItem: (key) => current()?.getItem(key) ?? null,
    setItem: (key, text) => current()?.setItem(key, text),
    removeItem: (key) => current()?.removeItem(key),
  }
}

interface SealedStorageOptions {
  readonly userId: string
  readonly seals: Seals
  readonly storage: DeviceStorage
  readonly closed: AbortSignal
}

async function createSealedStorage({ userId, seals, storage, closed }: SealedStorageOptions): Promise<OwnStorage> {
  const cache = new Map<string, string>()
  const chooseSeal = (key: string): Seal => (isRefetchable(key) ? seals.mirror : seals.outbox)

  async function writeSealed(key: string, text: string): Promise<void> {
    cache.set(key, text)
    const sealed = await sealText(chooseSeal(key), { text })
    // Rewritten, removed or signed out meanwhile.
    if (cache.get(key) !== text || closed.aborted) return
    storage.setItem(key, sealed)
  }
  async function readSealed(key: string): Promise<void> {
    const stored = storage.getItem(key)
    if (stored === null) return void cache.delete(key)
    if (!isSealedText(stored)) return await writeSealed(key, stored)
    const row = await openSealedText(chooseSeal(key), stored)
    if (row && 'text' in row && typeof row.text === 'string') cache.set(key, row.text)
    // No one can open it any more, and the server can send it again.
    else if (isRefetchable(key)) storage.removeItem(key)
  }

  const ownKeys = storage.listKeys().filter((key) => isOwnKey(userId, key))
  await Promise.all(ownKeys.map(readSealed))
  const stopFollowing = storage.followOthers((key) => {
    if (key !== null && isOwnKey(userId, key)) void readSealed(key)
  })
  closed.addEventListener('abort', stopFollowing)
  return {
    getItem: (key) => cache.get(key) ?? null,
    setItem: (key, text) => void writeSealed(key, text),
    removeItem(key) {
      cache.delete(key)
      storage.removeItem(key)
    },
  }
}

/**
 * Moves saved views whose keys name no user yet to this user; they would otherwise stay
 * unencrypted.
 */
function adoptUnownedViews(userId: string, storage: DeviceStorage): void {
  const userStorage = createUserStorage(userId, storage)
  for (const key of storage.listKeys()) if (/^saved-filters:[^@]*$/.test(key)) userStorage.getItem(key)
}

/**
 * Text for local storage of a sealed device in place of `row`; it reveals only which key sealed it.
 */
export async function sealText(seal: Seal, row: object): Promise<string> {
  const [keyId, box] = (await seal.seal(row)) as [string, Uint8Array]
  return `sealed:${keyId}:${toBase64(box)}`
}

export function isSealedText(text: string): boolean {
  return sealedPattern.test(text)
}

/** Null: sealed with another key, or not written by us. */
export async function openSealedText(seal: Seal, text: string): Promise<object | null> {
  const [keyId, box] = sealedPattern.exec(text)?.slice(1) ?? []
  if (keyId === undefined || box === undefined) return null
  return await seal.open([keyId, fromBase64(box)]).catch(() => null)
}

const sealedPattern = /^sealed:(\w+):([\w-]+)$/
