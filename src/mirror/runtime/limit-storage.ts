import type { Runtime } from './runtime.ts'
import type { Connections } from './track-connections.ts'

/** How long the browser may take to open, delete or list databases, and to begin a transaction. */
const timeoutMs = 10_000

/**
 * The browser didn't answer a request for a database or begin a transaction. `isBlocked`: another
 * window holds the database in an older version.
 */
export class StorageSilentError extends Error {
  override readonly name = 'StorageSilentError'
  readonly isBlocked: boolean
  /** `request`: what it was asked for. */
  constructor(request: string, isBlocked = false) {
    super(`${isBlocked ? 'another window holds the database' : 'the browser did not answer'} (${request})`)
    this.isBlocked = isBlocked
  }
}

/**
 * The browser's IndexedDB, but requests for a database fail after ten seconds without an answer.
 * Browsers leave them open forever, for instance WebKit after the tablet slept, and everything
 * behind them would wait without a word. A connection that arrives later is closed. A delete that
 * is answered later still happens. `whenOverdue` tells of transactions that don't begin in that
 * time. `connections`: where opened databases are tracked.
 */
export function limitStorage(factory: IDBFactory, wait: Runtime['wait'], connections?: Connections): IDBFactory {
  return {
    open(name, version) {
      const request = factory.open(name, version)
      connections?.follow(request)
      return new LimitedRequest(request, `open ${getKind(name)}`, wait) as unknown as IDBOpenDBRequest
    },
    deleteDatabase: (name) =>
      new LimitedRequest(factory.deleteDatabase(name), `delete ${getKind(name)}`, wait) as unknown as IDBOpenDBRequest,
    async databases() {
      const answered = new AbortController()
      const overdue = wait(timeoutMs, answered.signal).then(() => {
        throw new StorageSilentError('list databases')
      })
      overdue.catch(() => undefined)
      return await Promise.race([factory.databases(), overdue]).finally(() => answered.abort())
    },
    cmp: (a, b) => factory.cmp(a, b),
  }
}

const unbegun = new WeakMap<IDBTransaction, Promise<never>>()

/**
 * Rejects with a `StorageSilentError` if this transaction doesn't begin in time; undefined once it
 * has begun.
 */
export function whenOverdue(transaction: IDBTransaction): Promise<never> | undefined {
  return unbegun.get(transaction)
}

/**
 * A transaction waits for others on its stores, in WebKit forever if one of them belongs to a page
 * that is gone (track-connections.ts). An abort does not help its requests, which get no event
 * before the others are over (WebKitGTK 2.50, Firefox 153); so who waits for them must also wait
 * for `whenOverdue`. The abort sees to it that nothing is stored later.
 */
function limitTransactions(db: IDBDatabase, wait: Runtime['wait']): void {
  const begin = db.transaction.bind(db)
  db.transaction = (...args) => {
    const transaction = begin(...args)
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => undefined)
    unbegun.set(transaction, promise)
    const begun = new AbortController()
    const end = () => {
      unbegun.delete(transaction)
      begun.abort()
    }
    for (const type of ['complete', 'abort']) transaction.addEventListener(type, end)
    // Its first answer shows that it has begun.
    const [store = ''] = transaction.objectStoreNames
    transaction.objectStore(store).getKey(0).addEventListener('success', end)
    wait(timeoutMs, begun.signal).then(
      () => {
        reject(new StorageSilentError(`${store} of ${getKind(db.name)}`))
        transaction.abort()
      },
      () => undefined,
    )
    return transaction
  }
}

/** The name of a database without its user. */
function getKind(name: string): string {
  return name.split('-', 1)[0] ?? name
}

type Handler = ((event: Event) => void) | null

/** The part of IDBOpenDBRequest that our code and Dexie use. */
class LimitedRequest extends EventTarget {
  onsuccess: Handler = null
  onerror: Handler = null
  onblocked: Handler = null
  onupgradeneeded: Handler = null
  readonly #request: IDBOpenDBRequest
  readonly #answered = new AbortController()
  #timeout: StorageSilentError | null = null
  #isBlocked = false

  constructor(request: IDBOpenDBRequest, purpose: string, wait: Runtime['wait']) {
    super()
    this.#request = request
    request.addEventListener('blocked', (event) => {
      this.#isBlocked = true
      this.#forward(event)
    })
    request.addEventListener('upgradeneeded', (event) => {
      this.#answered.abort()
      // Too late: the caller has been refused. Without this the upgrade would run unattended.
      if (this.#timeout) return request.transaction?.abort()
      this.#forward(event)
    })
    request.addEventListener('success', (event) => {
      this.#answered.abort()
      // A delete has no result.
      const db = request.result as IDBDatabase | undefined
      if (this.#timeout) return db?.close()
      if (db) limitTransactions(db, wait)
      this.#forward(event)
    })
    request.addEventListener('error', (event) => {
      this.#answered.abort()
      event.preventDefault()
      if (!this.#timeout) this.#forward(event)
    })
    wait(timeoutMs, this.#answered.signal).then(
      () => {
        this.#timeout = new StorageSilentError(purpose, this.#isBlocked)
        this.#forward(new Event('error', { cancelable: true }))
      },
      () => undefined,
    )
  }

  get result(): IDBDatabase {
    return this.#request.result
  }

  get transaction(): IDBTransaction | null {
    return this.#request.transaction
  }

  get error(): Error | null {
    return this.#timeout ?? this.#request.error
  }

  #forward(event: Event): void {
    const versions = 'oldVersion' in event && 'newVersion' in event ? event : {}
    const { oldVersion, newVersion } = versions as Partial<IDBVersionChangeEvent>
    const copy = Object.assign(new Event(event.type, { cancelable: true }), { oldVersion, newVersion })
    this.dispatchEvent(copy)
    const handlers: Record<string, Handler> = {
      success: this.onsuccess,
      error: this.onerror,
      blocked: this.onblocked,
      upgradeneeded: this.onupgradeneeded,
    }
    handlers[event.type]?.(copy)
  }
}
