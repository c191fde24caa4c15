import { setTimeout as delay } from 'node:timers/promises'
import { createTurns, type Turns } from '../db/turns.ts'

/**
 * One at a time, and behind each a rest four times as long as it took: what is done to many records leaves database and processor to whoever is at a screen. On a
 * machine that is slow anyway the rest stays short, or a task would never end.
 */
export function createCalmTurns(): Turns {
  const turns = createTurns(1)
  return {
    take: async <T>(work: () => Promise<T>) =>
      await new Promise<T>((resolve, reject) => {
        const rested = turns.take(async () => {
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
