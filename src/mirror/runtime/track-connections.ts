/** What a page has open in IndexedDB. */
export interface Connections {
  /** Tracks the database that this request opens. */
  follow(request: IDBOpenDBRequest): void
  /** Aborts all transactions in progress and closes all databases. */
  release(): void
}

export function trackConnections(): Connections {
  const databases = new Set<IDBDatabase>()
  const transactions = new Set<IDBTransaction>()
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
    release() {
      for (const transaction of transactions) abort(transaction)
      for (const db of databases) db.close()
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
