import type { Seal, Seals } from '#mirror/store/seal.ts'
import { isGivenAgain, isOwnKey } from '#app/session/own-keys.ts'
import { ownShelf } from '#app/session/own-shelf.ts'
import { closeText, isClosedText, openText } from './sealed-text.ts'

/** The part of the Storage interface in use. */
export type OwnStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface Opening {
  readonly userId: string
  /** Seals of a sealed copy; undefined: values are stored unencrypted, like the records. */
  readonly seals: Seals | undefined
  readonly page: Pick<Window, 'localStorage' | 'sessionStorage' | 'addEventListener'>
}

interface Opened {
  readonly userId: string
  readonly local: OwnStorage
  readonly tab: OwnStorage
}

let opened: Opened | null = null

/**
 * Opens the user's values in local and session storage together with their copy
 * (session/own-keys.ts): choice lists, recent records, saved views, the chat draft. If the copy is
 * sealed, they are sealed with its keys: the mirror's for what the server can send again, the
 * outbox's for what only this device has, which survives a forgotten PIN. Reads everything into
 * memory, because callers read synchronously, and seals values still unencrypted. Returns the close
 * function.
 */
export async function openOwnStorage({ userId, seals, page }: Opening): Promise<() => void> {
  const over = new AbortController()
  const { localStorage, sessionStorage } = page
  if (seals) giveOwner(userId, localStorage)
  const mine = seals
    ? {
        userId,
        local: await sealedStorage({ userId, seals, storage: localStorage, page, closed: over.signal }),
        tab: await sealedStorage({ userId, seals, storage: sessionStorage, page, closed: over.signal }),
      }
    : { userId, local: localStorage, tab: sessionStorage }
  opened = mine
  return () => {
    over.abort()
    if (opened === mine) opened = null
  }
}

/**
 * Storage of this user for the keys of session/own-keys.ts. While their copy is closed it reads as
 * empty and stores nothing, because values might have to be sealed.
 */
export function ownStorage(userId: string, kind: 'local' | 'tab' = 'local'): OwnStorage {
  const now = () => (opened?.userId === userId ? opened[kind] : null)
  return {
    getItem: (key) => now()?.getItem(key) ?? null,
    setItem: (key, text) => now()?.setItem(key, text),
    removeItem: (key) => now()?.removeItem(key),
  }
}

interface Sealing {
  readonly userId: string
  readonly seals: Seals
  readonly storage: Storage
  readonly page: Pick<Window, 'addEventListener'>
  readonly closed: AbortSignal
}

async function sealedStorage({ userId, seals, storage, page, closed }: Sealing): Promise<OwnStorage> {
  const known = new Map<string, string>()
  const sealOf = (key: string): Seal => (isGivenAgain(key) ? seals.mirror : seals.outbox)

  async function keep(key: string, text: string): Promise<void> {
    known.set(key, text)
    const sealed = await closeText(sealOf(key), { text })
    // Rewritten, removed or signed out meanwhile.
    if (known.get(key) !== text || closed.aborted) return
    try {
      storage.setItem(key, sealed)
    } catch {
      // On a full device the value lasts until this window closes.
    }
  }
  async function adopt(key: string): Promise<void> {
    const stored = storage.getItem(key)
    if (stored === null) return void known.delete(key)
    if (!isClosedText(stored)) return await keep(key, stored)
    const row = await openText(sealOf(key), stored)
    if (row && 'text' in row && typeof row.text === 'string') known.set(key, row.text)
    // No one can open it any more, and the server can send it again.
    else if (isGivenAgain(key)) storage.removeItem(key)
  }

  await Promise.all(
    Object.keys(storage)
      .filter((key) => isOwnKey(userId, key))
      .map(adopt),
  )
  page.addEventListener(
    'storage',
    ({ key, storageArea }) => {
      if (storageArea === storage && key !== null && isOwnKey(userId, key)) void adopt(key)
    },
    { signal: closed },
  )
  return {
    getItem: (key) => known.get(key) ?? null,
    setItem: (key, text) => void keep(key, text),
    removeItem(key) {
      known.delete(key)
      storage.removeItem(key)
    },
  }
}

/**
 * Moves views from before shelves had owners to this user; they would otherwise stay unencrypted.
 */
function giveOwner(userId: string, storage: Storage): void {
  const shelf = ownShelf(userId, storage)
  for (const key of Object.keys(storage)) if (/^saved-filters:[^@]*$/.test(key)) shelf.getItem(key)
}
