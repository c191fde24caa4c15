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
  const held = holds.get(transaction) ?? { pending: 0, settled: [], isAsking: false, isOver: false }
  holds.set(transaction, held)
  return new Dexie.Promise<T>((resolve, reject) => {
    held.pending += 1
    const settle = (notify: () => void) => (held.isOver ? notify() : held.settled.push(notify))
    done.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
    if (!held.isAsking && !held.isOver) askForNothing(transaction, held)
  })
}

interface Hold {
  pending: number
  /**
   * Results that arrived meanwhile. They are delivered inside a request's callback, when the
   * transaction accepts new requests.
   */
  settled: (() => void)[]
  isAsking: boolean
  /** The transaction has ended; further requests fail with the storage's own reason. */
  isOver: boolean
}

const holds = new WeakMap<IDBTransaction, Hold>()

function askForNothing(transaction: IDBTransaction, held: Hold): void {
  held.isAsking = true
  const goOn = () => {
    const settled = held.settled.splice(0)
    held.pending -= settled.length
    held.isAsking = false
    for (const notify of settled) notify()
    if (held.pending > 0 && !held.isAsking) askForNothing(transaction, held)
  }
  try {
    const [name = ''] = transaction.objectStoreNames
    const request = transaction.objectStore(name).get(-Infinity)
    request.addEventListener('success', goOn)
    request.addEventListener('error', () => giveUp(held))
  } catch {
    giveUp(held)
  }
}

function giveUp(held: Hold): void {
  held.isOver = true
  for (const notify of held.settled.splice(0)) notify()
}
