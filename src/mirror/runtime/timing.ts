import type { Runtime } from './runtime.ts'

const baseDelayMs = 1_000
/** Maximum pause of our own choosing. */
export const maxBackoffMs = 300_000

/** Maximum wait: a server that asks for a day gets the next request after an hour. */
const maxWaitMs = 3_600_000

/**
 * Milliseconds until the next attempt: 1 s doubled per failure up to 5 minutes (or `maxMs`), full
 * jitter, never less than the server requested.
 */
export function computeBackoffMs(
  failures: number,
  random: number,
  bounds: { retryAfterMs?: number | null; minMs?: number; maxMs?: number } = {},
): number {
  const { retryAfterMs, minMs = 0, maxMs = maxBackoffMs } = bounds
  const ceiling = Math.min(maxMs, baseDelayMs * 2 ** Math.min(failures - 1, 20))
  return Math.min(maxWaitMs, Math.max(Math.ceil(random * ceiling), minMs, retryAfterMs ?? 0))
}

/**
 * True for a time in the past, or further away than any wait, which means the clock was set back.
 */
export function isDue(nextTryAt: number, now: number): boolean {
  return nextTryAt <= now || nextTryAt > now + maxWaitMs
}

type Clock = Pick<Runtime, 'wait'>

/** Runs work whose signal aborts after `ms`, or when `signal` does. */
export async function withDeadline<T>(
  clock: Clock,
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

/**
 * Timeout for the whole response, so that a hanging connection neither blocks a caller nor the
 * first copy forever. Long enough for a page of a first copy on any usable connection.
 */
const requestTimeoutMs = 60_000

/**
 * Aborts after a minute. Aborting a finished response has no effect, so it need not be cancelled.
 */
export function createTimeoutSignal(clock: Clock): AbortSignal {
  const controller = new AbortController()
  void clock.wait(requestTimeoutMs).then(() => controller.abort())
  return controller.signal
}

/** Calls `work` after `ms`, unless `signal` aborts or the returned function is called first. */
export function callAfter(
  clock: Clock,
  { ms, signal }: { ms: number; signal?: AbortSignal },
  work: () => void,
): () => void {
  const cancellation = new AbortController()
  clock
    .wait(ms, signal ? AbortSignal.any([signal, cancellation.signal]) : cancellation.signal)
    .then(work, () => undefined)
  return () => cancellation.abort()
}

/** A signal that several callers may send, also before anybody waits for it. */
export interface WakeSignal {
  notify(): void
  /** Discards a signal sent before. */
  clear(): void
  /**
   * True when the signal is sent, or was since the last wait; false after `ms` or when `signal`
   * aborts. Only one caller may wait at a time.
   */
  wait(limit?: { ms: number; signal?: AbortSignal }): Promise<boolean>
}

export function createWakeSignal(clock: Pick<Runtime, 'wait'>): WakeSignal {
  let isSet = false
  let wake: () => void = () => undefined
  return {
    notify() {
      isSet = true
      wake()
    },
    clear() {
      isSet = false
    },
    async wait(limit) {
      if (!isSet && !limit?.signal?.aborted) {
        const controller = new AbortController()
        const notified = new Promise<void>((resolve) => {
          wake = resolve
        })
        await Promise.race(limit ? [notified, elapse(clock, limit, controller.signal)] : [notified])
        controller.abort()
      }
      const wasSet = isSet
      isSet = false
      return wasSet
    },
  }
}

async function elapse(
  clock: Pick<Runtime, 'wait'>,
  { ms, signal }: { ms: number; signal?: AbortSignal },
  controller: AbortSignal,
): Promise<void> {
  await clock.wait(ms, signal ? AbortSignal.any([signal, controller]) : controller).catch(() => undefined)
}

/** Open transactions of this thread (`Outbox.openTransactions`). */
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

/** Counts a transaction as open until the returned function is called, with any outcome. */
export function trackOpen(open: OpenTransactions): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  open.add(promise)
  return () => {
    open.delete(promise)
    resolve()
  }
}
