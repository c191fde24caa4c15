import multipart from '@fastify/multipart'
import rateLimit, {
  type FastifyRateLimitOptions,
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  normalizeIP,
} from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { problem } from '#contract/problem.ts'
import type { Database } from '#server/db/client.ts'
import { countInWindow, dayKey, daySeconds, maxWindowSeconds } from '#server/db/count-in-window.ts'
import { classifyDatabaseError } from '#server/db/database-failure.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { isSignInRoute } from './bearer.ts'

/** Largest JSON body in bytes. Uploads have a separate limit. */
export const maxBodyBytes = 1_048_576
/** Largest uploaded file in bytes. */
const maxUploadBytes = 10 * 1_048_576

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request; throws 429 `too_many_requests` above the limit. */
    countRequest(this: void, request: FastifyRequest, reply: FastifyReply): Promise<void>
  }
}

/**
 * Rate limits per client: requests per minute over all routes, and the parts of an upload.
 * bearer.ts calls `countRequest` once per request, after it knows the caller.
 *
 * A route lowers its limit with `config: { rateLimit: { max: 10, timeWindow: '1 minute' } }` and is
 * then counted separately. All server processes count together, nearly exactly; a route that needs
 * an exact limit uses `createSharedLimit`.
 */
export async function registerRequestLimits(app: App, deps: Pick<Deps, 'config' | 'db'>): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    store: createSharedCounts(app, deps),
    keyGenerator: identifyCaller,
    // Rate-limit headers would only tell an attacker how far to go.
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  await app.register(multipart, {
    limits: {
      fileSize: maxUploadBytes,
      files: 1,
      fields: 10,
      fieldNameSize: 100,
      fieldSize: 10_000,
      parts: 12,
      headerPairs: 50,
    },
  })
  const count = app.createRateLimit({ max: deps.config.rateLimitPerMinute, timeWindow: '1 minute' })
  app.decorate('countRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw createTooManyProblem(reply, counted.ttlInSeconds)
  })
}

/**
 * The identity a request is counted for: the user after sign-in, so that an office of a hundred
 * behind one IP address is not one client; before that the IP address, or for IPv6 the customer's
 * network, which otherwise allows a new address for every attempt.
 */
export function identifyCaller(request: Pick<FastifyRequest, 'user' | 'ip'>): string {
  if (request.user) return `person ${request.user.id}`
  // A socket closed meanwhile has no IP address; such requests share one count instead of failing.
  return request.ip ? normalizeIP(request.ip) : 'gone'
}

/** The refusal above the limit; tells the client how many seconds to wait. */
export function createTooManyProblem(reply: FastifyReply, seconds: number): HttpProblem {
  reply.header('retry-after', Math.max(1, seconds))
  return new HttpProblem(problem('too_many_requests'))
}

/** All limits are per minute; the sweep of `rate_count` relies on it. */
const windowMs = 60_000

/** Callers remembered per limit; evicts the least recently used one. */
const maxCallers = 20_000

/**
 * Callers below this share of the limit are counted in this process only. People at work stay below
 * it, so coordination costs them nothing.
 */
const localShare = 1 / 50

/** Interval in ms of reporting counts to the database, all callers in one statement. */
const reportIntervalMs = 250

/**
 * Counts for `@fastify/rate-limit`, shared by all server processes on the database. Each process
 * counts in memory, so no request waits; counts of busy callers are added up in `rate_count` four
 * times a second. A caller who switches between processes thus gets at most a fiftieth more per
 * process, plus the requests of a quarter second. While the database does not respond, every
 * process counts alone.
 */
function createSharedCounts(app: App, { db }: Pick<Deps, 'db'>): FastifyRateLimitStoreCtor {
  const reporter = createReporter(db)
  app.addHook('onClose', async () => reporter.stop())
  return class implements FastifyRateLimitStore {
    readonly #name: string
    readonly #counts = new Map<string, SharedCount>()

    constructor(options: FastifyRateLimitOptions) {
      this.#name = nameLimit(options)
    }

    incr(...[caller, callback, timeWindow, max]: Parameters<FastifyRateLimitStore['incr']>): void {
      if (timeWindow !== windowMs) throw new Error('limits are per minute')
      const now = performance.now()
      const count = this.#countOf(caller, now)
      count.unreported += 1
      const current = count.sharedTotal + count.inFlight + count.unreported
      if (current > max * localShare) reporter.add(count)
      callback(null, { current, ttl: count.until - now })
    }

    child(options: FastifyRateLimitOptions): FastifyRateLimitStore {
      return new (this.constructor as FastifyRateLimitStoreCtor)(options)
    }

    #countOf(caller: string, now: number): SharedCount {
      const currentCount = this.#counts.get(caller)
      // Reinserts the entry, because a Map iterates its keys in insertion order.
      this.#counts.delete(caller)
      const isRunning = currentCount !== undefined && currentCount.until > now
      const count = isRunning ? currentCount : createCount(`${this.#name} ${caller}`, now)
      this.#counts.set(caller, count)
      const [oldest] = this.#counts.keys()
      if (this.#counts.size > maxCallers && oldest !== undefined) this.#counts.delete(oldest)
      return count
    }
  }
}

interface SharedCount {
  readonly key: string
  /** On the clock of `performance.now()`. */
  until: number
  /** Count of all processes when this one last reported. */
  sharedTotal: number
  inFlight: number
  unreported: number
}

function createCount(key: string, now: number): SharedCount {
  return { key, until: now + windowMs, sharedTotal: 0, inFlight: 0, unreported: 0 }
}

/** A route's own limit has its name; the limit over all routes has none. */
function nameLimit(options: object): string {
  const route = 'routeInfo' in options ? options.routeInfo : undefined
  if (typeof route !== 'object' || route === null || !('url' in route) || !('method' in route)) return 'all'
  return `${String(route.method)} ${String(route.url)}`
}

/** Callers whose counts are shared between processes. */
function createReporter(db: Database) {
  const waiting = new Set<SharedCount>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function add(count: SharedCount): void {
    // Requests counted while a report is under way go into the next one.
    if (count.inFlight > 0 || isStopped) return
    waiting.add(count)
    timer ??= setTimeout(() => void report(), reportIntervalMs).unref()
  }

  async function report(): Promise<void> {
    timer = undefined
    const counts = [...waiting]
    waiting.clear()
    for (const count of counts) [count.inFlight, count.unreported] = [count.unreported, 0]
    const totals = await addToShared(db, counts).catch(() => new Map<string, SharedTotal>())
    const now = performance.now()
    for (const count of counts) {
      const total = totals.get(count.key)
      // A failed report is repeated with the next.
      if (!total) count.unreported += count.inFlight
      else Object.assign(count, { sharedTotal: total.count, until: now + total.msLeft })
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

interface SharedTotal {
  readonly count: number
  readonly msLeft: number
}

/** By the database's clock. Sorted, so that two processes don't deadlock. */
async function addToShared(db: Database, counts: readonly SharedCount[]): Promise<Map<string, SharedTotal>> {
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

/**
 * For a route's `onRequest`: at most `max` requests per minute and caller, counted exactly over all
 * server processes. Costs one statement per request, so it is for sign-in and contact, not for
 * everyday calls. Routes with the same `purpose` share a count.
 */
export function createSharedLimit({ db }: Pick<Deps, 'db'>, { max, purpose }: { max: number; purpose?: string }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = `${purpose ?? `${request.method} ${request.routeOptions.url}`} ${identifyCaller(request)}`
    const { count, secondsLeft } = await countInWindow(db, key, 60)
    if (count > max) throw createTooManyProblem(reply, secondsLeft)
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
      .catch((error: unknown) => app.log.warn({ err: error }, 'could not delete old request counts'))
  app.addHook('onListen', async () => {
    timer = setInterval(() => void sweep(), sweepMs)
    timer.unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/**
 * While the disk is full, refuses writes with 507 before they begin, so that the remaining space is
 * left for reading. Sign-in and token refresh still work: they need a few bytes each, and nobody
 * could read without them.
 */
export function registerStorageGuard(app: App, { storage }: Deps): void {
  app.addHook('onRequest', async (request) => {
    const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || isSignInRoute(request)
    if (!isReading && storage.isFull()) throw new HttpProblem(problem('storage_full'))
  })
  app.addHook('onError', async (_request, _reply, error) => {
    if (classifyDatabaseError(error) === 'full') storage.reportFull()
  })
}
