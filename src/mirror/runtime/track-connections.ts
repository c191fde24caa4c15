import type { Runtime } from './runtime.ts'

/** What a page has open in IndexedDB, and its workers, which have connections of their own. */
export interface Connections {
  /** Tracks the database that this request opens. */
  follow(request: IDBOpenDBRequest): void
  /** Its `terminate` lets it release its own connections first. */
  followWorker(worker: OwnWorker, wait: Runtime['wait']): void
  /** Asks the workers to release theirs. Returns whether there are any. */
  askWorkers(): boolean
  /**
   * Aborts all transactions in progress, closes all databases and ends the workers; what is opened
   * later is closed. Returns whether there was anything.
   */
  release(): boolean
  /** What is opened from now on stays open. */
  resume(): void
}

type OwnWorker = Pick<Worker, 'terminate' | 'postMessage'>

/** Asks a worker to release its connections, because its page leaves or ends it. */
export const releaseMessage = 'release-storage'

/**
 * WebKit never ends a transaction that hasn't started when its worker ends, not even with the page:
 * until the app is closed, everybody who wants the same store waits (measured in WebKitGTK 2.50:
 * after 1 of 30 pages; with 10 ms for the worker to abort them, after none of 100). On a busy
 * machine this may be too short; limit-storage.ts then notices.
 */
const releaseMs = 15

export function trackConnections(): Connections {
  const opening = new Set<IDBOpenDBRequest>()
  const databases = new Set<IDBDatabase>()
  const transactions = new Set<IDBTransaction>()
  /** With their own `terminate`. */
  const workers = new Map<OwnWorker, () => void>()
  let isReleased = false
  function trackTransaction(transaction: IDBTransaction): IDBTransaction {
    transactions.add(transaction)
    for (const type of ['complete', 'abort']) transaction.addEventListener(type, () => transactions.delete(transaction))
    return transaction
  }
  function trackDatabase(db: IDBDatabase): void {
    databases.add(db)
    const begin = db.transaction.bind(db)
    const close = db.close.bind(db)
    db.transaction = (...args) => trackTransaction(begin(...args))
    db.close = () => {
      databases.delete(db)
      close()
    }
  }
  return {
    follow(request) {
      opening.add(request)
      for (const type of ['success', 'error']) request.addEventListener(type, () => opening.delete(request))
      request.addEventListener('upgradeneeded', () => {
        if (!request.transaction) return
        if (isReleased) abort(request.transaction)
        else trackTransaction(request.transaction)
      })
      request.addEventListener('success', () => {
        if (isReleased) request.result.close()
        else trackDatabase(request.result)
      })
    },
    followWorker(worker, wait) {
      const terminate = worker.terminate.bind(worker)
      workers.set(worker, terminate)
      worker.terminate = () => {
        worker.postMessage(releaseMessage)
        // A page that enters the page cache meanwhile ends it at once; no timer runs there.
        void wait(releaseMs).then(() => {
          workers.delete(worker)
          terminate()
        })
      }
    },
    askWorkers() {
      for (const worker of workers.keys()) worker.postMessage(releaseMessage)
      return workers.size > 0
    },
    release() {
      const isInUse = opening.size + databases.size + transactions.size + workers.size > 0
      isReleased = true
      for (const transaction of transactions) abort(transaction)
      for (const db of databases) db.close()
      for (const terminate of workers.values()) terminate()
      workers.clear()
      return isInUse
    },
    resume() {
      isReleased = false
    },
  }
}

/** Workers end with the event, so only a page that does not return from it gives them time. */
function keepBusy({ performance }: Page, ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end) continue
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It is being committed, which needs nothing more from the page.
  }
}

/** The part of `window` that this uses; these files are also compiled for workers. */
export interface Page {
  addEventListener(type: 'pagehide' | 'pageshow', listener: (event: { persisted: boolean }) => void): void
  location: { reload(): void }
  performance: { now(): number }
}

/** The part of a worker's scope that this uses. */
export interface WorkerScope {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'unhandledrejection', listener: (event: { preventDefault(): void }) => void): void
}

/**
 * Lets a worker release its connections when its page asks. What fails in it from then on is no
 * fault to report: it ends in a moment.
 */
export function releaseOnRequest(worker: WorkerScope, { release }: Connections): void {
  worker.addEventListener('message', ({ data }) => {
    if (data !== releaseMessage) return
    worker.addEventListener('unhandledrejection', (event) => event.preventDefault())
    release()
  })
}

/**
 * Lets the workers of a page that leaves release their connections. A page in the back-forward
 * cache would keep its own, and every later page would wait for them. So it releases them too, and
 * reloads when it comes back if it had any. Only pages without `no-store` get there: public ones
 * that came from the network.
 */
export function releaseOnLeaving(page: Page, { release, resume, askWorkers }: Connections): void {
  let wasInUse = false
  page.addEventListener('pagehide', ({ persisted }) => {
    if (askWorkers()) keepBusy(page, releaseMs)
    if (persisted) wasInUse = release()
  })
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && wasInUse) page.location.reload()
    else if (persisted) resume()
  })
}
