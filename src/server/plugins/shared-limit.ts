import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App, Deps } from '../deps.ts'
import { callerOf, tooMany } from './request-limits.ts'

/**
 * For `onRequest` of a route: at most `max` requests per minute and caller, counted by all server processes on the database together. One statement a request, so
 * it is for the doors (sign-in, contact) and not for everyday calls.
 */
export function sharedLimit({ db }: Pick<Deps, 'db'>, { max }: { max: number }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = `${request.method} ${request.routeOptions.url} ${callerOf(request)}`
    // By the clock of the database: the processes' own may differ.
    const { rows } = await sql<{ count: number; seconds: number }>`
      insert into rate_count as counted (key, started_at, count) values (${key}, now(), 1)
      on conflict (key) do update set
        count = case when counted.started_at > now() - interval '1 minute' then counted.count + 1 else 1 end,
        started_at = case when counted.started_at > now() - interval '1 minute' then counted.started_at else now() end
      returning count, ceil(60 - extract(epoch from now() - started_at))::int as seconds
    `.execute(db)
    const [counted] = rows
    if (counted && counted.count > max) throw tooMany(reply, counted.seconds)
  }
}

const sweepMs = 10 * 60_000

/** Forgets, every ten minutes, who asked more than a minute ago. */
export function registerRateCountSweep(app: App, { db }: Deps): void {
  let timer: NodeJS.Timeout | undefined
  const sweep = () =>
    sql`delete from rate_count where started_at < now() - interval '1 minute'`
      .execute(db)
      .catch((error: unknown) => app.log.warn({ err: error }, 'could not forget old request counts'))
  app.addHook('onListen', async () => {
    timer = setInterval(() => void sweep(), sweepMs)
    timer.unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
