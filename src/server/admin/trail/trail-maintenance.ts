import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { dayMs } from '#contract/dates/day-ms.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { logFailure } from '#server/logging/log.ts'
import { startRepeating } from '#server/tasks/daily.ts'
import { watchTrail } from './alerts.ts'
import { checkTrailNow } from './chain/check-chain.ts'
import { getHeadsFile, linkTrail, readHead, saveHead } from './chain/link-rows.ts'

/**
 * The server's background work on the trail: links and watches it, checks it once a day, and
 * removes rows older than two years. Returns a function that stops it.
 */
export function maintainTrail(log: FastifyBaseLogger, deps: Deps): () => Promise<void> {
  const { db, newId } = deps
  const file = getHeadsFile(deps.config.dataDir)
  const stopLinking = startLinking(log, { db, file, afterwards: async () => void (await watchTrail(db, newId)) })
  const stopChecking = startRepeating(log, {
    everyMs: 3_600_000,
    run: () => checkWhenDue(log, deps, file),
    onFailure: 'could not check the trail',
  })
  return async () => {
    await Promise.all([stopLinking(), stopChecking()])
  }
}

const checkedBy = '서버(매일 확인)'

async function checkWhenDue(log: FastifyBaseLogger, { db, newId, drain, now }: Deps, file: string): Promise<void> {
  const last = await db
    .selectFrom('trail_check')
    .select('checked_at')
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const age = last ? now().getTime() - Date.parse(last.checked_at) : Infinity
  // A negative age comes from a clock that has been corrected since; check again.
  if ((age >= 0 && age < dayMs) || drain.aborted) return
  const { isWhole, errorCount, errors } = await checkTrailNow(db, { file, by: checkedBy, newId })
  // A broken trail is left as it is for investigation.
  if (!isWhole) return log.error({ faultCount: errorCount, first: errors[0] }, 'the trail was changed')
  const removed = await forgetOldTrail(db)
  if (removed > 0) log.info({ removed }, 'removed trail rows older than two years')
}

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
function startLinking(
  log: FastifyBaseLogger,
  { db, file, afterwards }: { db: Database; file: string; afterwards?: () => Promise<void> },
): () => Promise<void> {
  const saved = { number: 0, at: -Infinity }
  const stopping = new AbortController()
  const saveNewHead = async () => {
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
      if (performance.now() - saved.at >= saveMs) await saveNewHead()
      if (!stopping.signal.aborted) await afterwards?.()
    },
    onFailure: 'could not link the trail',
  })
  return async () => {
    stopping.abort()
    await stop()
    await linkTrail(db, { isPatient: false, signal: AbortSignal.timeout(2000) })
      .then(saveNewHead)
      .catch((error: unknown) => logFailure(log, error, 'could not link the trail at the end'))
  }
}

/** Links removed per transaction, so that linking is never blocked for long. */
const linksPerBatch = 500

/**
 * Removes rows older than two years in whole links from the oldest end. `forget_old_trail()` in the
 * database alone decides what is old. Call it only right after a successful check, because removed
 * rows cannot be checked any more. Returns the number of rows removed.
 */
export async function forgetOldTrail(db: Database): Promise<number> {
  for (let forgotten = 0; ;) {
    const { rows } = await sql<{
      links: number
      removed: number
    }>`select links, removed from forget_old_trail(${linksPerBatch})`.execute(db)
    const { links = 0, removed = 0 } = rows[0] ?? {}
    forgotten += removed
    if (links === 0) return forgotten
  }
}
