import type { Runtime } from '../runtime.ts'

type Waiting = Pick<Runtime, 'wait'>

/** Runs work whose signal aborts after `ms`, or when `signal` does. */
export async function withDeadline<T>(
  clock: Waiting,
  { ms, signal }: { ms: number; signal?: AbortSignal },
  work: (giveUp: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const callOff = callAfter(clock, { ms }, () => late.abort())
  try {
    return await work(signal ? AbortSignal.any([signal, late.signal]) : late.signal)
  } finally {
    callOff()
  }
}

/** Calls `work` after `ms`, unless `signal` aborts or the returned function is called first. */
export function callAfter(
  clock: Waiting,
  { ms, signal }: { ms: number; signal?: AbortSignal },
  work: () => void,
): () => void {
  const off = new AbortController()
  clock.wait(ms, signal ? AbortSignal.any([signal, off.signal]) : off.signal).then(work, () => undefined)
  return () => off.abort()
}
