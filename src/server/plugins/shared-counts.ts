import type { FastifyRateLimitOptions, FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import type { App, Deps } from '../deps.ts'

/** All limits are per minute: the sweep of `rate_count` (shared-limit.ts) goes by it. */
const windowMs = 60_000

/** Callers that are remembered at a time for each limit; the one that asked nothing for longest is forgotten for a new one. */
const maxCallers = 20_000

/** Who has asked less than this part of what is allowed is counted here alone. People at work never ask as much, so agreeing costs them nothing. */
const quietPart = 1 / 50

/** How often the others are told, all callers in one statement. */
const reportIntervalMs = 250

/**
 * The counts of `@fastify/rate-limit`, by all server processes on the database together. Each process counts in memory, so no request waits; callers that ask much are added
 * up in `rate_count` four times a second. Somebody who goes from process to process is therefore allowed a fiftieth more for each, and what one asks in that quarter of a
 * second. A database that does not answer leaves every process its own count.
 */
export function sharedCounts(app: App, { db }: Pick<Deps, 'db'>): FastifyRateLimitStoreCtor {
  const loud = createLoud(db)
  app.addHook('onClose', async () => loud.stop())
  return class implements FastifyRateLimitStore {
    readonly #name: string
    readonly #counts = new Map<string, Count>()

    constructor(given: FastifyRateLimitOptions) {
      this.#name = nameOf(given)
    }

    incr(...[caller, answer, timeWindow, max]: Parameters<FastifyRateLimitStore['incr']>): void {
      if (timeWindow !== windowMs) throw new Error('limits are per minute')
      const now = performance.now()
      const count = this.#countOf(caller, now)
      count.untold += 1
      const current = count.told + count.onTheWay + count.untold
      if (current > max * quietPart) loud.add(count)
      answer(null, { current, ttl: count.until - now })
    }

    child(given: FastifyRateLimitOptions): FastifyRateLimitStore {
      return new (this.constructor as FastifyRateLimitStoreCtor)(given)
    }

    #countOf(caller: string, now: number): Count {
      const known = this.#counts.get(caller)
      // Put anew each time: a Map gives its keys in the order in which they came.
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
  /** What all processes had counted when this one last told its own. */
  told: number
  onTheWay: number
  untold: number
}

function freshCount(key: string, now: number): Count {
  return { key, until: now + windowMs, told: 0, onTheWay: 0, untold: 0 }
}

/** Of a route its own name; the limit over all routes has none. */
function nameOf(given: object): string {
  const route = 'routeInfo' in given ? given.routeInfo : undefined
  if (typeof route !== 'object' || route === null || !('url' in route) || !('method' in route)) return 'all'
  return `${String(route.method)} ${String(route.url)}`
}

/** Those who are added up with the other processes' counts. */
function createLoud(db: Database) {
  const waiting = new Set<Count>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function add(count: Count): void {
    // What is asked while its count is on the way is told by the next.
    if (count.onTheWay > 0 || isStopped) return
    waiting.add(count)
    timer ??= setTimeout(() => void notify(), reportIntervalMs).unref()
  }

  async function notify(): Promise<void> {
    timer = undefined
    const counts = [...waiting]
    waiting.clear()
    for (const count of counts) [count.onTheWay, count.untold] = [count.untold, 0]
    const known = await addUp(db, counts).catch(() => new Map<string, Known>())
    const now = performance.now()
    for (const count of counts) {
      const found = known.get(count.key)
      // What could not be told is told with the next.
      if (!found) count.untold += count.onTheWay
      else Object.assign(count, { told: found.count, until: now + found.msLeft })
      count.onTheWay = 0
      if (count.untold > 0 && count.until > now) add(count)
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

/** By the clock of the database, as in shared-limit.ts. In one order, so that two processes do not wait for each other. */
async function addUp(db: Database, counts: readonly Count[]): Promise<Map<string, Known>> {
  const now = performance.now()
  const keys = counts.map(({ key }) => key)
  const more = counts.map(({ onTheWay }) => onTheWay)
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
