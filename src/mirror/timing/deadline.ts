import type { Runtime } from '../runtime.ts'

type Waiting = Pick<Runtime, 'wait'>

/** Runs work whose signal aborts after `ms`, or when `signal` does. */
export async function withDeadline<T>(
  clock: Waiting,
  { ms, signal }: { ms: number; signal?: AbortSignal },
  work: (deadline: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController()
  const cancel = callAfter(clock, { ms }, () => timeout.abort())
  try {
    return await work(signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal)
  } finally {
    cancel()
  }
}

/** Calls `work` after `ms`, unless `signal` aborts or the returned function is called first. */
export function callAfter(
  clock: Waiting,
  { ms, signal }: { ms: number; signal?: AbortSignal },
  work: () => void,
): () => void {
  const cancellation = new AbortController()
  clock
    .wait(ms, signal ? AbortSignal.any([signal, cancellation.signal]) : cancellation.signal)
    .then(work, () => undefined)
  return () => cancellation.abort()
}
