import type { Runtime } from './runtime.ts'
import type { Connections } from './track-connections.ts'

/** How long the browser may take to open, delete or list databases. */
const timeoutMs = 10_000

/**
 * The browser didn't answer a request for a database. `isBlocked`: another window holds it in an
 * older version.
 */
export class StorageSilentError extends Error {
  override readonly name = 'StorageSilentError'
  readonly isBlocked: boolean
  constructor(isBlocked: boolean) {
    super(isBlocked ? 'another window holds the database' : 'the browser did not answer')
    this.isBlocked = isBlocked
  }
}

/**
 * The browser's IndexedDB, but requests for a database fail after ten seconds without an answer.
 * Browsers leave them open forever, for instance WebKit after the tablet slept, and everything
 * behind them would wait without a word. A connection that arrives later is closed. A delete that
 * is answered later still happens. `connections`: where opened databases are tracked.
 */
export function limitStorage(factory: IDBFactory, wait: Runtime['wait'], connections?: Connections): IDBFactory {
  return {
    open(name, version) {
      const request = factory.open(name, version)
      connections?.follow(request)
      return new LimitedRequest(request, wait) as unknown as IDBOpenDBRequest
    },
    deleteDatabase: (name) => new LimitedRequest(factory.deleteDatabase(name), wait) as unknown as IDBOpenDBRequest,
    async databases() {
      const answered = new AbortController()
      const overdue = wait(timeoutMs, answered.signal).then(() => {
        throw new StorageSilentError(false)
      })
      overdue.catch(() => undefined)
      return await Promise.race([factory.databases(), overdue]).finally(() => answered.abort())
    },
    cmp: (a, b) => factory.cmp(a, b),
  }
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

  constructor(request: IDBOpenDBRequest, wait: Runtime['wait']) {
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
      if (!this.#timeout) return this.#forward(event)
      // A delete has no result.
      ;(request.result as IDBDatabase | undefined)?.close()
    })
    request.addEventListener('error', (event) => {
      this.#answered.abort()
      event.preventDefault()
      if (!this.#timeout) this.#forward(event)
    })
    wait(timeoutMs, this.#answered.signal).then(
      () => {
        this.#timeout = new StorageSilentError(this.#isBlocked)
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
