/** What a page has open in IndexedDB, and its workers, which have connections of their own. */
export interface Connections {
  /** Tracks the database that this request opens. */
  follow(request: IDBOpenDBRequest): void
  followWorker(worker: Pick<Worker, 'terminate'>): void
  /**
   * Aborts all transactions in progress, closes all databases and ends the workers. Returns whether
   * there was anything.
   */
  release(): boolean
}

export function trackConnections(): Connections {
  const databases = new Set<IDBDatabase>()
  const transactions = new Set<IDBTransaction>()
  const workers = new Set<Pick<Worker, 'terminate'>>()
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
      request.addEventListener('upgradeneeded', () => request.transaction && trackTransaction(request.transaction))
      request.addEventListener('success', () => trackDatabase(request.result))
    },
    followWorker(worker) {
      const terminate = worker.terminate.bind(worker)
      workers.add(worker)
      worker.terminate = () => {
        workers.delete(worker)
        terminate()
      }
    },
    release() {
      const isInUse = databases.size + transactions.size + workers.size > 0
      for (const transaction of transactions) abort(transaction)
      for (const db of databases) db.close()
      for (const worker of workers) worker.terminate()
      return isInUse
    },
  }
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
}

/**
 * A page in the back-forward cache would keep its transactions open, and every later page would
 * wait for them. So it gives up its storage there, and reloads when it comes back if it used any.
 * Only pages without `no-store` get there: public ones that came from the network.
 */
export function releaseInPageCache(page: Page, { release }: Connections): void {
  let isReleased = false
  page.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) isReleased = release()
  })
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isReleased) page.location.reload()
  })
}
