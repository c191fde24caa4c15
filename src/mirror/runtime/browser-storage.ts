import { limitStorage } from './limit-storage.ts'
import type { Runtime } from './runtime.ts'
import { type Page, releaseOnLeaving, releaseOnRequest, trackConnections } from './track-connections.ts'

type Storage = Pick<Runtime, 'indexedDB' | 'IDBKeyRange'>

let memory: Storage | null = null
let loading: Promise<void> | null = null
const connections = trackConnections()
if ('document' in globalThis) releaseOnLeaving(globalThis as unknown as Page, connections)
else if ('importScripts' in globalThis) releaseOnRequest(globalThis, connections)

/** This browser's IndexedDB, or what replaces it in this page (`storeInMemory`). */
export function getBrowserStorage(wait: Runtime['wait']): Storage {
  if (memory) return memory
  const factory = typeof indexedDB === 'undefined' ? missingStorage : indexedDB
  // The key ranges are absent together with it; then every opening is refused.
  return { indexedDB: limitStorage(factory, wait, connections), IDBKeyRange: globalThis.IDBKeyRange }
}

/**
 * Databases of this page are in memory from now on, and gone when it closes: for browsers that
 * refuse to store anything, and for a person who wants to work although the storage doesn't open.
 * What is on the disk stays there untouched. Workers of the page don't see them.
 */
export async function storeInMemory(): Promise<void> {
  loading ??= import('fake-indexeddb').then(({ IDBFactory, IDBKeyRange: KeyRange }) => {
    memory = { indexedDB: new IDBFactory(), IDBKeyRange: KeyRange }
  })
  await loading.catch((error: unknown) => {
    loading = null
    throw error
  })
}

/** A worker of this page: it releases its storage before it ends. */
export function followWorker(worker: Worker, wait: Runtime['wait']): void {
  connections.followWorker(worker, wait)
}

/** Whether nothing of this page is stored on the device. */
export function isStoredInMemory(): boolean {
  return memory !== null
}

function refuse(): never {
  throw new DOMException('this browser has no IndexedDB', 'NotSupportedError')
}

const missingStorage: IDBFactory = {
  open: refuse,
  deleteDatabase: refuse,
  databases: async () => refuse(),
  cmp: refuse,
}
