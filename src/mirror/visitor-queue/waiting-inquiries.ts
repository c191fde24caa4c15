import type { Runtime } from '../runtime.ts'

/**
 * An inquiry the server has not confirmed yet. Visitors have no outbox and load none of its code.
 * The queue is a separate database, opened for each call so that a lost connection or a version
 * change never leaves a dead handle behind.
 */
export interface WaitingInquiry {
  /** Idempotency-Key and id of the inquiry. */
  readonly key: string
  /** The request body, byte for byte the same at every attempt. */
  readonly body: string
  readonly subject: string
  /** Milliseconds since 1970 by the visitor's clock. */
  readonly writtenAt: number
  /** Attempts that left this device; after the first one the server may have it. */
  readonly tries: number
  /** Why the server rejects it as it is; it then waits for the visitor, not for the network. */
  readonly refusal: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | null
}

type Storage = Pick<Runtime, 'indexedDB'>

/** Resolves once the inquiry is on disk. Rejects when this device cannot store it. */
export async function storeInquiry(runtime: Storage, inquiry: WaitingInquiry): Promise<void> {
  await inStore(runtime, 'readwrite', (store) => store.put(inquiry))
}

/** Oldest first. */
export async function waitingInquiries(runtime: Storage): Promise<WaitingInquiry[]> {
  const found = await inStore(runtime, 'readonly', (store) => store.getAll() as IDBRequest<WaitingInquiry[]>)
  return found.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

export async function deleteInquiry(runtime: Storage, key: string): Promise<void> {
  await inStore(runtime, 'readwrite', (store) => store.delete(key))
}

/** HAZARD: no version of the app may rename or delete it; its contents exist nowhere else. */
const databaseName = 'visitor-inquiries'
const storeName = 'waiting'

async function inStore<T>(
  runtime: Storage,
  mode: 'readonly' | 'readwrite',
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openQueue(runtime)
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode, { durability: 'strict' })
      const request = ask(transaction.objectStore(storeName))
      // Only a completed transaction is on disk; a successful request can still be rolled back when
      // the disk is full.
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the transaction was aborted')))
    })
  } finally {
    database.close()
  }
}

function openQueue({ indexedDB }: Storage): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName, { keyPath: 'key' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database did not open')))
  })
}
