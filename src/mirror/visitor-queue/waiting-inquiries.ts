import type { Runtime } from '../runtime.ts'

/**
 * What a visitor has written and the server has not confirmed yet. Visitors have no outbox and none of its code: a database of its own, opened for each call, so that a lost
 * connection or a version change never leaves a dead handle behind.
 */
export interface WaitingInquiry {
  /** Idempotency-Key and id of the inquiry. */
  readonly key: string
  /** The request's body, byte for byte the same at every try. */
  readonly body: string
  readonly subject: string
  /** Milliseconds since 1970 by the visitor's clock. */
  readonly writtenAt: number
  /** Tries that left this device: from the first on, the server may have it. */
  readonly tries: number
  /** Why the server will not take it as it is; it then waits for the visitor, not for the network. */
  readonly refusal: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | null
}

type Storage = Pick<Runtime, 'indexedDB'>

/** Resolves when the inquiry is on the disk, and not before. Rejects when this device cannot keep it. */
export async function keepInquiry(runtime: Storage, inquiry: WaitingInquiry): Promise<void> {
  await inStore(runtime, 'readwrite', (store) => store.put(inquiry))
}

/** In the order they were written. */
export async function waitingInquiries(runtime: Storage): Promise<WaitingInquiry[]> {
  const found = await inStore(runtime, 'readonly', (store) => store.getAll() as IDBRequest<WaitingInquiry[]>)
  return found.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

export async function dropInquiry(runtime: Storage, key: string): Promise<void> {
  await inStore(runtime, 'readwrite', (store) => store.delete(key))
}

/** HAZARD: never renamed or deleted by a version of the app; what stands in it is nowhere else. */
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
      // Only a completed transaction is on the disk: a request that succeeded can still be rolled back by a full one.
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
