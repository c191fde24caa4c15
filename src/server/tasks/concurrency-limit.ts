import { setTimeout as delay } from 'node:timers/promises'

/** Limits concurrent work; the rest waits in order of arrival. */
export interface ConcurrencyLimit {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function limitConcurrency(max: number): ConcurrencyLimit {
  let free = max
  const waiting: (() => void)[] = []
  return {
    async run(work) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}

/**
 * Runs one job at a time, followed by a pause four times its duration, so that bulk work leaves
 * database and processor to interactive users. The pause is capped, or tasks would never end on a
 * slow machine.
 */
export function createPacedQueue(): ConcurrencyLimit {
  const limit = limitConcurrency(1)
  return {
    run: async <T>(work: () => Promise<T>) =>
      await new Promise<T>((resolve, reject) => {
        const rested = limit.run(async () => {
          const start = performance.now()
          await work().then(resolve, reject)
          await delay(Math.min(maxRestMs, restFactor * (performance.now() - start)))
        })
        rested.catch(reject)
      }),
  }
}

const restFactor = 4
const maxRestMs = 30
