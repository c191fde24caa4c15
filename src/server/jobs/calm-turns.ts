import { setTimeout as delay } from 'node:timers/promises'
import { createTurns, type Turns } from '../db/turns.ts'

/**
 * Runs one job at a time, followed by a pause four times its duration, so that bulk work leaves
 * database and processor to interactive users. The pause is capped, or tasks would never end on a
 * slow machine.
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
