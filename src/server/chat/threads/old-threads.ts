import type { FastifyBaseLogger } from 'fastify'
import { chatLimits } from '#contract/chat/chat-words.ts'
import type { Database } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { startDaily } from '../../jobs/daily.ts'

/** Deletes threads whose last question is thirty days old. Returns how many. */
export async function destroyOldThreads(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('chat_thread')
    .where('asked_at', '<=', retentionCutoff(now))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Older threads are hidden even before they are deleted. */
export function retentionCutoff(now: Date): string {
  return new Date(now.getTime() - retentionMs).toISOString()
}

export const retentionMs = chatLimits.keptDays * 24 * 3_600_000

/** Runs now and every 24 hours. Returns a function that stops it. */
export function startThreadSweep(log: FastifyBaseLogger, deps: Pick<Deps, 'db' | 'now'>): () => Promise<void> {
  return startDaily(log, {
    async run() {
      const count = await destroyOldThreads(deps.db, deps.now())
      if (count > 0) log.info({ count }, 'destroyed conversations after their thirty days')
    },
    onFailure: 'could not destroy old conversations',
  })
}
