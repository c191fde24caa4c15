import type { FastifyRateLimitOptions, FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import type { App, Deps } from '../deps.ts'

/** All limits are per minute; the sweep of `rate_count` (shared-limit.ts) relies on it. */
const windowMs = 60_000

/** Callers remembered per limit; evicts the least recently used one. */
const maxCallers = 20_000

/**
 * Callers below this share of the limit are counted in this process only. People at work stay below
 * it, so coordination costs them nothing.
 */
const quietPart = 1 / 50

/** Interval in ms of reporting counts to the database, all callers in one statement. */
const reportIntervalMs = 250

/**
 * Counts for `@fastify/rate-limit`, shared by all server processes on the database. Each process
 * counts in memory, so no request waits; counts of busy callers are added up in `rate_count` four
 * times a second. A caller who switches between processes thus gets at most a fiftieth more per
 * process, plus the requests of a quarter second. While the database does not answer, every process
 * counts alone.
 */
export function sharedCounts(app: App, { db }: Pick<Deps, 'db'>): FastifyRateLimitStoreCtor {
  const loud = createReporter(db)
  app.addHook('onClose', async () => loud.stop())
  return class implements FastifyRateLimitStore {
    readonly #name: string
    readonly #counts = new Map<string, Count>()

    constructor(options: FastifyRateLimitOptions) {
      this.#name = nameOf(options)
    }

    incr(...[caller, answer, timeWindow, max]: Parameters<FastifyRateLimitStore['incr']>): void {
      if (timeWindow !== windowMs) throw new Error('limits are per minute')
      const now = performance.now()
      const count = this.#countOf(caller, now)
      count.unreported += 1
      const current = count.sharedTotal + count.inFlight + count.unreported
      if (current > max * quietPart) loud.add(count)
      answer(null, { current, ttl: count.until - now })
    }

    child(options: FastifyRateLimitOptions): FastifyRateLimitStore {
      return new (this.constructor as FastifyRateLimitStoreCtor)(options)
    }

    #countOf(caller: string, now: number): Count {
      const known = this.#counts.get(caller)
      // Reinserts the entry, because a Map iterates its keys in insertion order.
      this.#counts.delete(caller)
      const isRunning = known !== undefined && known.until > now
      const count = isRunning ? known : freshCount(`${this.#name} ${caller}`, now)
      this.#counts.set(caller, count)
      const [oldest] = this.#counts.keys()
      if (this.#counts.size > maxCallers && oldest !== undefined) this.#counts.delete(oldest)
      return count
    }
  }
}

interface Count {
  readonly key: string
  /** On the clock of `performance.now()`. */
  until: number
  /** Count of all processes when this one last reported. */
  sharedTotal: number
  inFlight: number
  unreported: number
}

function freshCount(key: string, now: number): Count {
  return { key, until: now + windowMs, sharedTotal: 0, inFlight: 0, unreported: 0 }
}

/** A route's own limit has its name; the limit over all routes has none. */
function nameOf(options: object): string {
  const route = 'routeInfo' in options ? options.routeInfo : undefined
  if (typeof route !== 'object' || route === null || !('url' in route) || !('method' in route)) return 'all'
  return `${String(route.method)} ${String(route.url)}`
}

/** Callers whose counts are shared between processes. */
function createReporter(db: Database) {
  const waiting = new Set<Count>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function add(count: Count): void {
    // Requests counted while a report is under way go into the next one.
    if (count.inFlight > 0 || isStopped) return
    waiting.add(count)
    timer ??= setTimeout(() => void notify(), reportIntervalMs).unref()
  }

  async function notify(): Promise<void> {
    timer = undefined
    const counts = [...waiting]
    waiting.clear()
    for (const count of counts) [count.inFlight, count.unreported] = [count.unreported, 0]
    const known = await addToShared(db, counts).catch(() => new Map<string, Known>())
    const now = performance.now()
    for (const count of counts) {
      const found = known.get(count.key)
      // A failed report is repeated with the next.
      if (!found) count.unreported += count.inFlight
      else Object.assign(count, { sharedTotal: found.count, until: now + found.msLeft })
      count.inFlight = 0
      if (count.unreported > 0 && count.until > now) add(count)
    }
  }

  return {
    add,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

interface Known {
  readonly count: number
  readonly msLeft: number
}

/** By the database's clock, as in shared-limit.ts. Sorted, so that two processes don't deadlock. */
async function addToShared(db: Database, counts: readonly Count[]): Promise<Map<string, Known>> {
  const now = performance.now()
  const keys = counts.map(({ key }) => key)
  const more = counts.map(({ inFlight }) => inFlight)
  const ages = counts.map(({ until }) => Math.max(0, windowMs - (until - now)))
  const { rows } = await sql<{ key: string; count: number; ms_left: number }>`
    insert into rate_count as counted (key, started_at, count)
    select key, now() - make_interval(secs => age / 1000), more
      from unnest(${keys}::text[], ${more}::int[], ${ages}::float8[]) as given (key, more, age) order by key
    on conflict (key) do update set
      count = case when counted.started_at > now() - interval '1 minute' then counted.count + excluded.count else excluded.count end,
      started_at = case when counted.started_at > now() - interval '1 minute' then counted.started_at else excluded.started_at end
    returning key, count, extract(epoch from started_at + interval '1 minute' - now())::float8 * 1000 as ms_left
  `.execute(db)
  return new Map(rows.map(({ key, count, ms_left: msLeft }) => [key, { count, msLeft }]))
}
