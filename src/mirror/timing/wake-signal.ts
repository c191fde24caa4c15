import type { Runtime } from '../runtime.ts'

/** A signal that several parties may give, also before anybody waits. */
export interface WakeSignal {
  notify(): void
  /** Drops a signal given before. */
  clear(): void
  /**
   * True when the signal is given, or was since the last wait; false after `ms` or when `signal`
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
