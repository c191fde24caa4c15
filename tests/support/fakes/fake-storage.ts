import { forceCloseDatabase } from 'fake-indexeddb'

/** Storage faults of one tab. */
export interface StorageFaults {
  /**
   * Called before each transaction. Returning an error name aborts it with that error AFTER its
   * first write request succeeded, as a full disk does.
   */
  abortWith(stores: readonly string[], mode: IDBTransactionMode): string | null
  /** Called before each reading transaction. Returning an error name aborts it with that error. */
  failReading(stores: readonly string[]): string | null
  /**
   * Called before each transaction. True: it never begins, as behind one of a page that is gone in
   * WebKit.
   */
  neverBegins(database: string, mode: IDBTransactionMode, stores: readonly string[]): boolean
  /**
   * Called before each opening. `silent`: the browser never answers. Another name: it refuses with
   * that error.
   */
  refuseOpening(name: string): string | null
}

export interface TabStorage {
  readonly indexedDB: IDBFactory
  /** Number of running transactions and open requests. */
  pending(): number
  /** Loses every connection and aborts running transactions; opening again works. */
  loseConnections(): void
  /**
   * Every transaction on these connections fails from now on, and their owner gets no event.
   * Opening again works.
   */
  breakConnections(isBroken: (name: string) => boolean): void
  /** Closes the tab: as above, and nothing it requests ever settles. */
  close(): void
}

/**
 * One tab's access to the storage of a fake browser. `onStep` is called before each transaction
 * begins and after it completes, the points at which a crash leaves different states.
 */
export function openTabStorage(factory: IDBFactory, faults: StorageFaults, onStep: (step: string) => void): TabStorage {
  const connections = new Set<IDBDatabase>()
  const broken = new WeakSet<IDBDatabase>()
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
      const names = typeof stores === 'string' ? [stores] : [...stores]
      if (faults.neverBegins(db.name, mode, names)) return makeStuckTransaction(stores)
      if (mode !== 'readonly') onStep('transaction begin')
      const transaction = watch(begin(stores, mode, options), mode)
      const fault = mode === 'readonly' ? faults.failReading(names) : faults.abortWith(names, mode)
      const error = broken.has(db) ? 'UnknownError' : fault
      if (error && mode === 'readonly') queueMicrotask(() => abort(transaction, error))
      else if (error) abortAfterFirstWrite(transaction, error)
      return transaction
    }
  }

  const indexedDB: IDBFactory = {
    open(name: string, version?: number) {
      const refusal = faults.refuseOpening(name)
      if (refusal === 'silent') return makeSilentRequest()
      if (refusal) return makeRefusedRequest(refusal)
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
    breakConnections(isBroken) {
      for (const db of connections) if (isBroken(db.name)) broken.add(db)
    },
    close() {
      isClosed = true
      loseConnections()
    },
  }
}

/** None of its requests gets an event, not even when it is aborted, as in WebKit and Firefox. */
function makeStuckTransaction(stores: string | Iterable<string>): IDBTransaction {
  const objectStoreNames = typeof stores === 'string' ? [stores] : [...stores]
  const store: object = new Proxy({}, { get: (_, key) => () => (key === 'index' ? store : new EventTarget()) })
  const transaction = { objectStoreNames, objectStore: () => store, abort: () => undefined, error: null }
  return Object.assign(new EventTarget(), transaction) as unknown as IDBTransaction
}

/** A request that never settles. */
function silent(request: IDBOpenDBRequest): IDBOpenDBRequest {
  request.addEventListener('success', () => request.result.close())
  return makeSilentRequest()
}

function makeSilentRequest(): IDBOpenDBRequest {
  return { addEventListener: () => undefined } as unknown as IDBOpenDBRequest
}

function makeRefusedRequest(name: string): IDBOpenDBRequest {
  const request = Object.assign(new EventTarget(), { error: new DOMException('refused', name), transaction: null })
  setImmediate(() => request.dispatchEvent(new Event('error')))
  return request as unknown as IDBOpenDBRequest
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
          queueMicrotask(() => abort(transaction, error))
        })
        return request
      }
      store[method] = abortOnSuccess as never
    }
    return store
  }
}

/** `_abort` is fake-indexeddb's way to abort with a reason; in browsers this comes from outside. */
function abort(transaction: IDBTransaction, error: string): void {
  ;(transaction as unknown as { _abort(name: string): void })._abort(error)
}
