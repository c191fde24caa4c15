import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { troubleOf } from '../db/database-trouble.ts'

/** A queue or a worker. */
export interface Part {
  waitUntilReady(): Promise<unknown>
  close(): Promise<void>
}

/**
 * The part that `make` makes, once it is ready; while the database is away another is made after each pause. Rejects when `signal` ends it, or with what else went wrong.
 *
 * HAZARD: a queue or worker asks once whether its tables are there. Where the database is lost in this moment it is never ready, and a worker that runs all the
 * same turns in a circle that lets nothing else in the process happen. So it runs only once it is ready; what did not become so is made anew.
 */
export async function untilReady<Made extends Part>(
  { pool, signal, pauseMs }: { pool: pg.Pool; signal: AbortSignal; pauseMs: number },
  make: () => Made,
): Promise<Made> {
  for (;;) {
    const { part, letGo } = listening(pool, make)
    try {
      await part.waitUntilReady()
      return part
    } catch (error) {
      await part.close().catch(() => undefined)
      letGo()
      if (troubleOf(error) !== 'away') throw error
      await delay(pauseMs, undefined, { signal, ref: false })
    }
  }
}

/** A part listens to the pool from the moment it is made and never stops by itself: after an hour without a database there would be thousands of them. */
function listening<Made extends Part>(pool: pg.Pool, make: () => Made): { part: Made; letGo: () => void } {
  const before = new Set(pool.listeners('error'))
  const part = make()
  const own = pool.listeners('error').filter((listener) => !before.has(listener))
  return {
    part,
    letGo() {
      for (const listener of own) pool.off('error', listener as (error: Error) => void)
    },
  }
}
