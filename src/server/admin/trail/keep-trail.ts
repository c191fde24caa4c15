import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { startRepeating } from '#server/plugins/daily.ts'
import { watchTrail } from './alerts/watch-trail.ts'
import { checkNow } from './chain/check-now.ts'
import { forgetOldTrail } from './chain/forget-old.ts'
import { headsFile } from './chain/kept-heads.ts'
import { keepLinking } from './chain/keep-linking.ts'

/** What a server does for the trail by itself: links and watches it, proves it once a day, and lets go what is older than two years. Answers how to stop. */
export function keepTrail(log: FastifyBaseLogger, deps: Deps): () => Promise<void> {
  const { db, newId } = deps
  const file = headsFile(deps.config.dataDir)
  const stopLinking = keepLinking(log, { db, file, afterwards: async () => void (await watchTrail(db, newId)) })
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
  // A check of tomorrow was written by a clock that has been put right since.
  if ((age >= 0 && age < dayMs) || drain.aborted) return
  const { isWhole, faultCount, faults } = await checkNow(db, { file, by: checkedBy, newId })
  // What is broken stays as it is, so that it can be looked into.
  if (!isWhole) return log.error({ faultCount, first: faults[0] }, 'the trail was changed')
  const removed = await forgetOldTrail(db)
  if (removed > 0) log.info({ removed }, 'removed what is older than two years from the trail')
}
