import type { Runtime } from '../runtime.ts'

/** A signal that several parties may give, also before anybody waits. */
export interface WakeSignal {
  give(): void
  /** Drops a signal given before. */
  clear(): void
  /**
   * True when the signal is given, or was since the last wait; false after `ms` or when `signal`
   * aborts. Only one caller may wait at a time.
   */
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
