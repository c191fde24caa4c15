import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { troubleOf } from '../db/database-trouble.ts'

/** A queue or a worker. */
export interface Part {
  waitUntilReady(): Promise<unknown>
  close(): Promise<void>
}

/**
 * Makes a part with `make` and returns it once it is ready; while the database is away, makes
 * another after each pause. Rejects when `signal` aborts, and on any other error.
 *
 * HAZARD: a queue or worker checks only once whether its tables exist. If the database is lost at
 * that moment it never becomes ready, and a worker that runs anyway busy-loops and blocks the whole
 * process. So run it only once it is ready, and make a new one otherwise.
 */
export async function untilReady<Made extends Part>(
  { pool, signal, pauseMs }: { pool: pg.Pool; signal: AbortSignal; pauseMs: number },
  make: () => Made,
): Promise<Made> {
  for (;;) {
    const { part, stopListening } = listening(pool, make)
    try {
      await part.waitUntilReady()
      return part
    } catch (error) {
      await part.close().catch(() => undefined)
      stopListening()
      if (troubleOf(error) !== 'away') throw error
      await delay(pauseMs, undefined, { signal, ref: false })
    }
  }
}

/**
 * A part adds listeners to the pool when it is made and never removes them: an hour without a
 * database would leave thousands.
 */
function listening<Made extends Part>(pool: pg.Pool, make: () => Made): { part: Made; stopListening: () => void } {
  const before = new Set(pool.listeners('error'))
  const part = make()
  const own = pool.listeners('error').filter((listener) => !before.has(listener))
  return {
    part,
    stopListening() {
      for (const listener of own) pool.off('error', listener as (error: Error) => void)
    },
  }
}
