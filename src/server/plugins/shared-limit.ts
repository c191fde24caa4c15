import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App, Deps } from '../deps.ts'
import { countInWindow, dayKey, daySeconds, maxWindowSeconds } from '../db/count-in-window.ts'
import { callerOf, tooMany } from './request-limits.ts'

/**
 * For a route's `onRequest`: at most `max` requests per minute and caller, counted exactly over all
 * server processes. Costs one statement per request, so it is for sign-in and contact, not for
 * everyday calls. Routes with the same `purpose` share a count.
 */
export function sharedLimit({ db }: Pick<Deps, 'db'>, { max, purpose }: { max: number; purpose?: string }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = `${purpose ?? `${request.method} ${request.routeOptions.url}`} ${callerOf(request)}`
    const { count, secondsLeft } = await countInWindow(db, key, 60)
    if (count > max) throw tooMany(reply, secondsLeft)
  }
}

const sweepMs = 10 * 60_000

/** Deletes expired windows every ten minutes. */
export function registerRateCountSweep(app: App, { db }: Deps): void {
  let timer: NodeJS.Timeout | undefined
  const sweep = () =>
    sql`delete from rate_count where started_at < now() - make_interval(secs =>
      case when starts_with(key, ${dayKey}) then ${daySeconds}::int else ${maxWindowSeconds}::int end)`
      .execute(db)
      .catch((error: unknown) => app.log.warn({ err: error }, 'could not forget old request counts'))
  app.addHook('onListen', async () => {
    timer = setInterval(() => void sweep(), sweepMs)
    timer.unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
