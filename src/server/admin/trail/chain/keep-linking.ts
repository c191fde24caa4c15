import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { startRepeating } from '#server/plugins/daily.ts'
import { logFailure } from '#server/plugins/trouble-log.ts'
import { keepHead, readHead } from './kept-heads.ts'
import { linkTrail } from './link-rows.ts'

/** A hand at the database has so long to change a new row unseen. */
const linkMs = 10_000
/** Heads are kept outside at most so often: the file grows by half a kilobyte an hour of work and process. */
const keepMs = 60_000

/**
 * Links what is new every few seconds and keeps the head outside the database. Answers how to stop, which does both once more. `afterwards`: what goes by the links, after each
 * look.
 */
export function keepLinking(
  log: FastifyBaseLogger,
  { db, file, afterwards }: { db: Database; file: string; afterwards?: () => Promise<void> },
): () => Promise<void> {
  const kept = { number: 0, at: -Infinity }
  const stopping = new AbortController()
  const keep = async () => {
    kept.at = performance.now()
    const head = await readHead(db)
    if (!head || head.number === kept.number) return
    keepHead(file, head)
    kept.number = head.number
  }
  const stop = startRepeating(log, {
    everyMs: linkMs,
    async run() {
      await linkTrail(db, { isPatient: false, signal: stopping.signal })
      if (performance.now() - kept.at >= keepMs) await keep()
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
