import { forceCloseDatabase } from 'fake-indexeddb'

/** Storage faults of one tab. */
export interface StorageFaults {
  /**
   * Called before each transaction. Returning an error name aborts it with that error AFTER its
   * first write request succeeded, as a full disk does.
   */
  abortWith(stores: readonly string[], mode: IDBTransactionMode): string | null
}

export interface TabStorage {
  readonly indexedDB: IDBFactory
  /** Number of running transactions and open requests. */
  pending(): number
  /** Loses every connection and aborts running transactions; opening again works. */
  loseConnections(): void
  /** Closes the tab: as above, and nothing it requests ever settles. */
  close(): void
}

/**
 * One tab's access to the storage of a fake browser. `onStep` is called before each transaction
 * begins and after it completes, the points at which a crash leaves different states.
 */
export function openTabStorage(factory: IDBFactory, faults: StorageFaults, onStep: (step: string) => void): TabStorage {
  const connections = new Set<IDBDatabase>()
  let pending = 0
  let isClosed = false

  function watch(transaction: IDBTransaction, mode: IDBTransactionMode): IDBTransaction {
    pending += 1
    const end = () => {
      pending -= 1
    }
    transaction.addEventListener('complete', () => {
      end()
      if (mode !== 'readonly') onStep('transaction complete')
    })
    transaction.addEventListener('abort', end)
    return transaction
  }

  function watchConnection(db: IDBDatabase): void {
    if (connections.has(db)) return
    connections.add(db)
    db.addEventListener('close', () => connections.delete(db))
    const begin = db.transaction.bind(db)
    db.transaction = (stores, mode = 'readonly', options) => {
      if (mode !== 'readonly') onStep('transaction begin')
      const transaction = watch(begin(stores, mode, options), mode)
      const names = typeof stores === 'string' ? [stores] : [...stores]
      const error = mode === 'readonly' ? null : faults.abortWith(names, mode)
      if (error) abortAfterFirstWrite(transaction, error)
      return transaction
    }
  }

  const indexedDB: IDBFactory = {
    open(name: string, version?: number) {
      const request = factory.open(name, version)
      if (isClosed) return silent(request)
      let isWaited = true
      pending += 1
      const end = () => {
        if (isWaited) pending -= 1
        isWaited = false
      }
      // Blocked by another connection, possibly forever, so it doesn't count as pending work.
      request.addEventListener('blocked', end)
      request.addEventListener('success', () => {
        end()
        if (isClosed) request.result.close()
        else watchConnection(request.result)
      })
      request.addEventListener('error', end)
      return request
    },
    deleteDatabase: (name: string) => factory.deleteDatabase(name),
    databases: () => factory.databases(),
    cmp: (a: unknown, b: unknown) => factory.cmp(a, b),
  }

  function loseConnections(): void {
    // The package declares its argument as the class, but takes an open connection.
    for (const db of connections) forceCloseDatabase(db as unknown as Parameters<typeof forceCloseDatabase>[0])
    connections.clear()
  }

  return {
    indexedDB,
    pending: () => pending,
    loseConnections,
    close() {
      isClosed = true
      loseConnections()
    },
  }
}

/** A request that never settles. */
function silent(request: IDBOpenDBRequest): IDBOpenDBRequest {
  request.addEventListener('success', () => request.result.close())
  return { addEventListener: () => undefined } as unknown as IDBOpenDBRequest
}

function abortAfterFirstWrite(transaction: IDBTransaction, error: string): void {
  const open = transaction.objectStore.bind(transaction)
  let isOver = false
  transaction.objectStore = (name) => {
    const store = open(name)
    for (const method of ['add', 'put', 'delete'] as const) {
      const original = store[method].bind(store) as (...args: unknown[]) => IDBRequest
      const abortOnSuccess = (...args: unknown[]) => {
        const request = original(...args)
        request.addEventListener('success', () => {
          if (isOver) return
          isOver = true
          // `_abort` is fake-indexeddb's way to abort with a reason; in browsers this comes from
          // outside.
          queueMicrotask(() => (transaction as unknown as { _abort(name: string): void })._abort(error))
        })
        return request
      }
      store[method] = abortOnSuccess as never
    }
    return store
  }
}
