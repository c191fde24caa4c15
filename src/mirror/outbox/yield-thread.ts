/** Transactions of this thread that have not ended yet (`Outbox.open`). */
type OpenTransactions = Set<Promise<unknown>>

/** Rounds waited for at most: a long replay must not keep a copy from going on. */
const maxRounds = 4

/**
 * Resolves when no transaction of this thread is open over the outbox. Ask before work that holds the thread for milliseconds (parsing and packing a page of
 * records): a transaction cannot end while its thread is busy, and until it ends the edit that a person is just making in the page waits behind it.
 */
export async function yieldThread(open: OpenTransactions): Promise<void> {
  for (let round = 0; round < maxRounds && open.size > 0; round++) await Promise.allSettled(open)
}

/** Counts a transaction as open until the answered function is called, however it ends. */
export function noteOpen(open: OpenTransactions): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  open.add(promise)
  return () => {
    open.delete(promise)
    resolve()
  }
}
