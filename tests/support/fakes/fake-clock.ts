/**
 * A test clock: virtual (moves only on demand) or real. Clock skew is a property of the tab, not of
 * the clock.
 */
export interface FakeClock {
  now(): number
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Virtual only: the time of the next timer, or null. */
  nextTimerAt(): number | null
  /** Virtual only: moves to a time and fires due timers in order. */
  moveTo(instant: number): void
}

interface Timer {
  at: number
  order: number
  fire: () => void
}

/** 2026-11-20 09:00 in Seoul. */
export const testStart = Date.parse('2026-11-20T09:00:00+09:00')

export function makeVirtualClock(): FakeClock {
  let now = testStart
  let order = 0
  const timers = new Set<Timer>()
  const findNextTimer = () =>
    [...timers].reduce<Timer | null>((first, timer) => {
      if (!first) return timer
      return timer.at < first.at || (timer.at === first.at && timer.order < first.order) ? timer : first
    }, null)
  return {
    now: () => now,
    wait(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const timer: Timer = { at: now + ms, order: order++, fire: resolve }
        timers.add(timer)
        signal?.addEventListener('abort', () => {
          timers.delete(timer)
          reject(signal.reason)
        })
      })
    },
    nextTimerAt: () => findNextTimer()?.at ?? null,
    moveTo(instant) {
      for (let next = findNextTimer(); next && next.at <= instant; next = findNextTimer()) {
        now = Math.max(now, next.at)
        timers.delete(next)
        next.fire()
      }
      now = Math.max(now, instant)
    },
  }
}

export function makeRealClock(): FakeClock {
  return {
    now: () => Date.now(),
    wait(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const handle = setTimeout(resolve, Math.min(ms, 2_147_483_647))
        handle.unref()
        signal?.addEventListener('abort', () => {
          clearTimeout(handle)
          reject(signal.reason)
        })
      })
    },
    nextTimerAt: () => null,
    moveTo: () => {
      throw new Error('a real clock cannot be moved')
    },
  }
}
