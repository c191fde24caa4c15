import { Worker, type ResourceLimits } from 'node:worker_threads'

/** Threads of one kind that wait for their next job: to start one and load what it needs takes longer than most jobs. */
export interface WarmThreads {
  /** A thread that nobody else has. Its listeners are the job's own; one that is not given back is to be terminated. */
  take(): Worker
  /** The job is done and the thread as it was before it. */
  giveBack(thread: Worker): void
}

/** Memory of a thread that nobody needs goes back to the machine. */
const idleMs = 60_000

/** Only these: a thread has listeners of Node's own for others. */
function forget(thread: Worker): void {
  for (const event of ['message', 'messageerror', 'error', 'exit']) thread.removeAllListeners(event)
}

/** `script`: runs job after job. At most `spare` threads wait. They keep no process alive. */
export function keepWarm(
  script: URL,
  { spare, resourceLimits }: { spare: number; resourceLimits: ResourceLimits },
): WarmThreads {
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
      if (idle.size >= spare) return void thread.terminate()
      thread.unref()
      thread.on('error', () => end(thread)).on('exit', () => end(thread))
      idle.set(thread, setTimeout(() => end(thread), idleMs).unref())
    },
  }
}
