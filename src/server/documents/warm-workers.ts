import { Worker, type ResourceLimits } from 'node:worker_threads'

/**
 * A pool of idle worker threads of one kind: starting one and loading its modules takes longer than
 * most jobs.
 */
export interface WarmWorkers {
  /**
   * An exclusive thread. Its listeners belong to the job; terminate it if you do not give it back.
   */
  take(): Worker
  /** Returns a thread in its original state after its job. */
  giveBack(thread: Worker): void
}

/** Idle threads end after this, to free their memory. */
const idleMs = 60_000

/** Removes only these listeners: Node has its own on other events. */
function forget(thread: Worker): void {
  for (const event of ['message', 'messageerror', 'error', 'exit']) thread.removeAllListeners(event)
}

/**
 * `script` runs job after job. At most `spare` threads wait. They do not keep the process alive.
 */
export function createWarmWorkers(
  script: URL,
  { idleCount, resourceLimits }: { idleCount: number; resourceLimits: ResourceLimits },
): WarmWorkers {
  const idle = new Map<Worker, NodeJS.Timeout>()
  function end(thread: Worker): void {
    idle.delete(thread)
    void thread.terminate()
  }
  return {
    take() {
      const [found] = idle.keys()
      if (found === undefined) return new Worker(script, { resourceLimits })
      clearTimeout(idle.get(found))
      idle.delete(found)
      forget(found)
      found.ref()
      return found
    },
    giveBack(thread) {
      forget(thread)
      if (idle.size >= idleCount) return void thread.terminate()
      thread.unref()
      thread.on('error', () => end(thread)).on('exit', () => end(thread))
      idle.set(thread, setTimeout(() => end(thread), idleMs).unref())
    },
  }
}
