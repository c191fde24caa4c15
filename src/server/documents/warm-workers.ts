import { type ResourceLimits, Worker } from 'node:worker_threads'

/**
 * A pool of idle worker threads of one kind: starting one and loading its modules takes longer than
 * most jobs.
 */
interface WarmWorkers {
  /**
   * An exclusive thread. Its listeners belong to the job; terminate it if you do not release it.
   */
  acquire(): Worker
  /** Puts a thread back after its job, in its original state. */
  release(thread: Worker): void
}

/** Idle threads end after this, to free their memory. */
const idleMs = 60_000

/** Removes only these listeners: Node has its own on other events. */
function removeListeners(thread: Worker): void {
  for (const event of ['message', 'messageerror', 'error', 'exit']) thread.removeAllListeners(event)
}

/**
 * `script` runs job after job. At most `idleCount` idle threads wait. They do not keep the process
 * alive.
 */
export function createWarmWorkers(
  script: URL,
  { idleCount, resourceLimits }: { idleCount: number; resourceLimits: ResourceLimits },
): WarmWorkers {
  const idle = new Map<Worker, NodeJS.Timeout>()
  function endThread(thread: Worker): void {
    idle.delete(thread)
    void thread.terminate()
  }
  return {
    acquire() {
      const [thread] = idle.keys()
      if (thread === undefined) return new Worker(script, { resourceLimits })
      clearTimeout(idle.get(thread))
      idle.delete(thread)
      removeListeners(thread)
      thread.ref()
      return thread
    },
    release(thread) {
      removeListeners(thread)
      if (idle.size >= idleCount) return void thread.terminate()
      thread.unref()
      thread.on('error', () => endThread(thread)).on('exit', () => endThread(thread))
      idle.set(thread, setTimeout(() => endThread(thread), idleMs).unref())
    },
  }
}

/**
 * Maximum concurrent threads per kind in this process; the rest queue. A reading thread may take
 * 512 MB, a writing one stays small.
 */
const maxActive = { read: 2, write: 4, pdf: 2, forms: 2 } as const

const active = { read: 0, write: 0, pdf: 0, forms: 0 }
const waiting: Record<keyof typeof maxActive, (() => void)[]> = { read: [], write: [], pdf: [], forms: [] }

/** Waits for a free slot and resolves to its release function; releasing twice is harmless. */
export async function acquireSlot(kind: keyof typeof maxActive): Promise<() => void> {
  if (active[kind] >= maxActive[kind]) await new Promise<void>((resolve) => waiting[kind].push(resolve))
  else active[kind] += 1
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    const next = waiting[kind].shift()
    if (next) next()
    else active[kind] -= 1
  }
}
