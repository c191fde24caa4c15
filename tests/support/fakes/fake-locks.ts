/**
 * Web Locks for tests: exclusive locks with waiting, `ifAvailable`, `steal` and `signal`, shared by
 * all tabs of one fake browser.
 */
export interface FakeLocks {
  /** The lock manager of one tab. `beforeGrant` runs just before a lock is granted to it. */
  openFor(tab: object, beforeGrant: () => void): LockManager
  /**
   * What a browser does when a tab closes: releases its locks, drops its requests, and never
   * settles its promises.
   */
  releaseAll(tab: object): void
  findHolder(name: string): object | null
}

interface LockRequest {
  tab: object
  grant: (lock: Lock) => void
}

interface HeldLock {
  tab: object
  steal: () => void
}

export function makeFakeLocks(): FakeLocks {
  const held = new Map<string, HeldLock>()
  const queues = new Map<string, LockRequest[]>()
  const closedTabs = new WeakSet<object>()

  function grantNext(name: string): void {
    const next = queues.get(name)?.shift()
    if (next) next.grant({ name, mode: 'exclusive' })
  }

  function release(name: string, mine: HeldLock): void {
    if (held.get(name) !== mine) return
    held.delete(name)
    grantNext(name)
  }

  function request(
    tab: object,
    beforeGrant: () => void,
    lockRequest: { name: string; options: LockOptions; run: LockGrantedCallback<unknown> },
  ): Promise<unknown> {
    const { name, options, run } = lockRequest
    return new Promise((resolve, reject) => {
      // Code of a dead tab keeps running for a moment here, unlike in a browser.
      if (closedTabs.has(tab)) return
      const grant = (lock: Lock | null): void => {
        const mine: HeldLock = { tab, steal: () => reject(createAbortError()) }
        if (lock) held.set(name, mine)
        // Granted in a separate task, as browsers do.
        setImmediate(() => {
          beforeGrant()
          Promise.resolve()
            .then(() => run(lock))
            .then(resolve, reject)
            .finally(() => release(name, mine))
        })
      }
      if (options.signal?.aborted) return reject(createAbortError())
      const holder = held.get(name)
      if (options.steal) {
        held.delete(name)
        holder?.steal()
        return grant({ name, mode: 'exclusive' })
      }
      if (!holder) return grant({ name, mode: 'exclusive' })
      if (options.ifAvailable) return grant(null)
      const waiting: LockRequest = { tab, grant }
      const queue = queues.get(name) ?? []
      queues.set(name, queue)
      queue.push(waiting)
      options.signal?.addEventListener('abort', () => {
        const index = queue.indexOf(waiting)
        if (index < 0) return
        queue.splice(index, 1)
        reject(createAbortError())
      })
    })
  }

  return {
    openFor(tab, beforeGrant) {
      const open = (name: string, second: unknown, third?: unknown) => {
        const options = (third ? second : {}) as LockOptions
        const run = (third ?? second) as LockGrantedCallback<unknown>
        return request(tab, beforeGrant, { name, options, run })
      }
      return { request: open, query: () => Promise.resolve({ held: [], pending: [] }) }
    },
    releaseAll(tab) {
      closedTabs.add(tab)
      for (const [name, queue] of queues)
        queues.set(
          name,
          queue.filter((waiter) => waiter.tab !== tab),
        )
      for (const [name, lock] of [...held]) {
        if (lock.tab !== tab) continue
        held.delete(name)
        grantNext(name)
      }
    },
    findHolder: (name) => held.get(name)?.tab ?? null,
  }
}

function createAbortError(): DOMException {
  return new DOMException('the lock was taken away or not waited for', 'AbortError')
}
