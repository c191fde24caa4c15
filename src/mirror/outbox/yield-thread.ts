/** Open transactions of this thread (`Outbox.open`). */
type OpenTransactions = Set<Promise<unknown>>

/** Maximum rounds to wait, so that a long replay doesn't stop a copy. */
const maxRounds = 4

/**
 * Resolves when this thread has no open outbox transaction. Call it before work that blocks the
 * thread for milliseconds (parsing and packing a page of records): a transaction cannot end while
 * its thread is busy, and the edit a user is making would wait for it.
 */
export async function yieldThread(open: OpenTransactions): Promise<void> {
  for (let round = 0; round < maxRounds && open.size > 0; round++) await Promise.allSettled(open)
}

/** Counts a transaction as open until the returned function is called, whatever its outcome. */
export function noteOpen(open: OpenTransactions): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  open.add(promise)
  return () => {
    open.delete(promise)
    resolve()
  }
}
