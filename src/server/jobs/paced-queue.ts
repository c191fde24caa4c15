import { setTimeout as delay } from 'node:timers/promises'
import { limitConcurrency, type ConcurrencyLimit } from './concurrency-limit.ts'

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
