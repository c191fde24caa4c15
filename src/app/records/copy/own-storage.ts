import type { Seal, Seals } from '#mirror/store/seal.ts'
import { isGivenAgain, isOwnKey } from '#app/session/own-keys.ts'
import { ownShelf } from '#app/session/own-shelf.ts'
import { closeText, isClosedText, openText } from './sealed-text.ts'

/** As much of a browser's storage as is used of it. */
export type OwnStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface Opening {
  readonly userId: string
  /** Of a sealed copy; undefined: what is kept stands in the open, as records do. */
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
 * Opens, together with a person's copy, what local storage and the tab's keep of them (session/own-keys.ts): lists of choices, records opened last, views saved under a name, a question
 * half written. Where the copy is sealed all of it stands sealed, by the copy's own keys: by the mirror's what the server gives again, by the outbox's what nobody else has, which outlives a
 * forgotten PIN. It is read into memory here, because who asks for it does not wait; what still stood in the open is sealed. Answers how it is closed.
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

/** Of this person, for keys of session/own-keys.ts. While their copy is closed there is nothing in it, and nothing is kept: it might have to be sealed. */
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
    // Written again, taken off, or signed out meanwhile.
    if (known.get(key) !== text || closed.aborted) return
    try {
      storage.setItem(key, sealed)
    } catch {
      // A full device remembers it until this window is closed.
    }
  }
  async function adopt(key: string): Promise<void> {
    const stored = storage.getItem(key)
    if (stored === null) return void known.delete(key)
    if (!isClosedText(stored)) return await keep(key, stored)
    const row = await openText(sealOf(key), stored)
    if (row && 'text' in row && typeof row.text === 'string') known.set(key, row.text)
    // Nobody opens it any more, and it can be fetched anew.
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

/** Views from before shelves had owners would stay in the open. */
function giveOwner(userId: string, storage: Storage): void {
  const shelf = ownShelf(userId, storage)
  for (const key of Object.keys(storage)) if (/^saved-filters:[^@]*$/.test(key)) shelf.getItem(key)
}
