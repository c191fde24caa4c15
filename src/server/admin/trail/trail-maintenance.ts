import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { startRepeating } from '#server/jobs/daily.ts'
import { watchTrail } from './alerts/watch-trail.ts'
import { checkNow } from './chain/check-now.ts'
import { forgetOldTrail } from './chain/forget-old.ts'
import { headsFile } from './chain/saved-heads.ts'
import { startLinking } from './chain/start-linking.ts'

/**
 * The server's background work on the trail: links and watches it, checks it once a day, and
 * removes rows older than two years. Returns a function that stops it.
 */
export function maintainTrail(log: FastifyBaseLogger, deps: Deps): () => Promise<void> {
  const { db, newId } = deps
  const file = headsFile(deps.config.dataDir)
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

const dayMs = 86_400_000
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
  const { isWhole, faultCount, faults } = await checkNow(db, { file, by: checkedBy, newId })
  // A broken trail is left as it is for investigation.
  if (!isWhole) return log.error({ faultCount, first: faults[0] }, 'the trail was changed')
  const removed = await forgetOldTrail(db)
  if (removed > 0) log.info({ removed }, 'removed what is older than two years from the trail')
}
