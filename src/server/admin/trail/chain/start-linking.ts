import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { startRepeating } from '#server/jobs/daily.ts'
import { logFailure } from '#server/logging/trouble-log.ts'
import { saveHead, readHead } from './saved-heads.ts'
import { linkTrail } from './link-rows.ts'

/** Interval of linking, which is how long a new row could be changed unnoticed. */
const linkMs = 10_000
/**
 * Minimum interval of saving heads outside the database; the file grows by about half a kilobyte
 * per hour and process.
 */
const saveMs = 60_000

/**
 * Links new rows every few seconds and saves the head outside the database. `afterwards` runs after
 * each round, for work that depends on the links. Returns a function that stops it after one last
 * round.
 */
export function startLinking(
  log: FastifyBaseLogger,
  { db, file, afterwards }: { db: Database; file: string; afterwards?: () => Promise<void> },
): () => Promise<void> {
  const saved = { number: 0, at: -Infinity }
  const stopping = new AbortController()
  const keep = async () => {
    saved.at = performance.now()
    const head = await readHead(db)
    if (!head || head.number === saved.number) return
    saveHead(file, head)
    saved.number = head.number
  }
  const stop = startRepeating(log, {
    everyMs: linkMs,
    async run() {
      await linkTrail(db, { isPatient: false, signal: stopping.signal })
      if (performance.now() - saved.at >= saveMs) await keep()
      if (!stopping.signal.aborted) await afterwards?.()
    },
    onFailure: 'could not link the trail',
  })
  return async () => {
    stopping.abort()
    await stop()
    await linkTrail(db, { isPatient: false, signal: AbortSignal.timeout(2000) })
      .then(keep)
      .catch((error: unknown) => logFailure(log, error, 'could not link the trail at the end'))
  }
}
