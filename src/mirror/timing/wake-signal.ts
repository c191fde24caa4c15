import type { Runtime } from '../runtime.ts'

/** Something to wait for that many may give, also before anybody waits. */
export interface WakeSignal {
  give(): void
  /** What was given before now wakes nobody any more. */
  clear(): void
  /** True when it is given, at once if it was since the last wait; false after `ms`, or when `signal` aborts. One waits at a time. */
  wait(limit?: { ms: number; signal?: AbortSignal }): Promise<boolean>
}

export function createWakeSignal(clock: Pick<Runtime, 'wait'>): WakeSignal {
  let isGiven = false
  let wake: () => void = () => undefined
  return {
    give() {
      isGiven = true
      wake()
    },
    clear() {
      isGiven = false
    },
    async wait(limit) {
      if (!isGiven && !limit?.signal?.aborted) {
        const over = new AbortController()
        const given = new Promise<void>((resolve) => {
          wake = resolve
        })
        await Promise.race(limit ? [given, elapse(clock, limit, over.signal)] : [given])
        over.abort()
      }
      const wasGiven = isGiven
      isGiven = false
      return wasGiven
    },
  }
}

async function elapse(
  clock: Pick<Runtime, 'wait'>,
  { ms, signal }: { ms: number; signal?: AbortSignal },
  over: AbortSignal,
): Promise<void> {
  await clock.wait(ms, signal ? AbortSignal.any([signal, over]) : over).catch(() => undefined)
}
