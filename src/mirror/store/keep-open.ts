import { Dexie } from 'dexie'

/**
 * Does work that is no request of the storage, and keeps the transaction around it, if there is one, from ending meanwhile: it is asked for nothing, again and
 * again. `Dexie.waitFor` does the same for one work at a time: of several in one transaction it forgets to say that some are done (4.4.7), and they wait for ever.
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
  /** Done meanwhile: whoever waits is told while a request of the transaction is being answered, when it takes new ones. */
  settled: (() => void)[]
  isAsking: boolean
  /** The transaction is over: what is done with the results fails with the storage's own reason. */
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
