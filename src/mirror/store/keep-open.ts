import { Dexie } from 'dexie'

/**
 * Runs work that is not a storage request and keeps the surrounding transaction open meanwhile by
 * repeated empty requests. `Dexie.waitFor` (4.4.7) only supports one work at a time: with several
 * in one transaction it misses that some are done, and they wait forever.
 */
export function keepOpen<T>(work: () => Promise<T>): Promise<T> {
  const transaction = Dexie.currentTransaction?.idbtrans
  const done = Dexie.ignoreTransaction(work)
  if (!transaction) return done
  const hold = holds.get(transaction) ?? { pending: 0, results: [], isRequesting: false, isOver: false }
  holds.set(transaction, hold)
  return new Dexie.Promise<T>((resolve, reject) => {
    hold.pending += 1
    const deliver = (notify: () => void) => (hold.isOver ? notify() : hold.results.push(notify))
    done.then(
      (value) => deliver(() => resolve(value)),
      (error: unknown) => deliver(() => reject(error)),
    )
    if (!hold.isRequesting && !hold.isOver) keepAlive(transaction, hold)
  })
}

interface Hold {
  pending: number
  /**
   * Results that arrived meanwhile. They are delivered inside a request's callback, when the
   * transaction accepts new requests.
   */
  results: (() => void)[]
  isRequesting: boolean
  /** The transaction has ended; further requests fail with the storage's own reason. */
  isOver: boolean
}

const holds = new WeakMap<IDBTransaction, Hold>()

function keepAlive(transaction: IDBTransaction, hold: Hold): void {
  hold.isRequesting = true
  const onSuccess = () => {
    const results = hold.results.splice(0)
    hold.pending -= results.length
    hold.isRequesting = false
    for (const notify of results) notify()
    if (hold.pending > 0 && !hold.isRequesting) keepAlive(transaction, hold)
  }
  try {
    const [name = ''] = transaction.objectStoreNames
    const request = transaction.objectStore(name).get(-Infinity)
    request.addEventListener('success', onSuccess)
    request.addEventListener('error', () => endHold(hold))
  } catch {
    endHold(hold)
  }
}

function endHold(hold: Hold): void {
  hold.isOver = true
  for (const notify of hold.results.splice(0)) notify()
}
