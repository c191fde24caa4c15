import type { App } from '#server/deps.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response lasts as long as somebody listens, so its duration means nothing. */
    isEndless?: boolean
  }
}

/** Upper bounds in seconds; longer times go into one more bucket. */
export const timeBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/**
 * Responses of one route. HAZARD: `route` is the template; a path, query or body may contain a
 * person's name.
 */
export interface RouteTimes {
  method: string
  route: string
  /** By status; their sum equals that of `buckets`. */
  statuses: ReadonlyMap<number, number>
  /** Responses per bucket, not cumulative; one more than `timeBuckets`. */
  buckets: readonly number[]
  seconds: number
  /** Longest time in seconds. */
  max: number
}

export interface SlowRoute {
  method: string
  route: string
  count: number
  p95Ms: number
}

export interface RequestTimes {
  /** Records a response that took `seconds`. */
  recordTime(measured: { method: string; route: string; status: number }, seconds: number): void
  /** Since this process began. */
  listAll(): RouteTimes[]
  /** Routes of the last hour by 95th percentile, slowest first. */
  listSlowest(max: number): SlowRoute[]
}

/**
 * Names every request (`X-Request-Id`, the `reqId` of its log lines), logs each response at level
 * `info` and measures its time by route. Register it before anything that may respond.
 */
export function registerRequestTimes(app: App, { requestTimes: times }: { requestTimes: RequestTimes }): void {
  // Callback-style hooks, because an async hook costs every request a promise and a listener.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = unmatched, config } = request.routeOptions
    const measured = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    request.log.info(measured, 'answered')
    const isTimed = config.isEndless !== true
    if (isTimed) times.recordTime(measured, reply.elapsedTime / 1000)
    done()
  })
}

export function createRequestTimes(clock: () => number = () => performance.now()): RequestTimes {
  const totals = new Map<string, RouteCounts>()
  const slots: Slot[] = []
  return {
    recordTime(measured, seconds) {
      for (const times of [totals, openSlot(slots, clock()).times]) recordTime(times, measured, seconds)
    },
    listAll: () => [...totals.values()],
    listSlowest(max) {
      openSlot(slots, clock())
      return findSlowestRoutes(slots)
        .toSorted((a, b) => b.p95Ms - a.p95Ms || b.count - a.count)
        .slice(0, max)
    },
  }
}

/** Requests that no route matched; their paths are arbitrary. */
const unmatched = '(없음)'

type RouteCounts = RouteTimes & { statuses: Map<number, number>; buckets: number[] }
interface Slot {
  from: number
  times: Map<string, RouteCounts>
}

const slotMs = 300_000
const slotCount = 12

/** The current five-minute slot; drops slots older than an hour. */
function openSlot(slots: Slot[], now: number): Slot {
  const from = Math.floor(now / slotMs) * slotMs
  const last = slots.at(-1)
  const slot = last?.from === from ? last : { from, times: new Map<string, RouteCounts>() }
  if (slot !== last) slots.push(slot)
  while ((slots[0]?.from ?? from) <= from - slotMs * slotCount) slots.shift()
  return slot
}

function recordTime(
  times: Map<string, RouteCounts>,
  { method, route, status }: { method: string; route: string; status: number },
  seconds: number,
): void {
  const key = `${method} ${route}`
  const counted: RouteCounts = times.get(key) ?? {
    method,
    route,
    seconds: 0,
    max: 0,
    statuses: new Map(),
    buckets: Array.from({ length: timeBuckets.length + 1 }, () => 0),
  }
  const bucket = findBucket(seconds)
  counted.buckets[bucket] = (counted.buckets[bucket] ?? 0) + 1
  counted.statuses.set(status, (counted.statuses.get(status) ?? 0) + 1)
  counted.seconds += seconds
  counted.max = Math.max(counted.max, seconds)
  times.set(key, counted)
}

function findBucket(seconds: number): number {
  const index = timeBuckets.findIndex((end) => seconds <= end)
  return index === -1 ? timeBuckets.length : index
}

function findSlowestRoutes(slots: readonly Slot[]): SlowRoute[] {
  const byRoute = Map.groupBy(
    slots.flatMap(({ times }) => [...times]),
    ([key]) => key,
  )
  return [...byRoute.values()].flatMap((routeSeries) => {
    const [first] = routeSeries
    if (first === undefined) return []
    const buckets = first[1].buckets.map((_, index) =>
      routeSeries.reduce((sum, [, part]) => sum + (part.buckets[index] ?? 0), 0),
    )
    const count = buckets.reduce((sum, bucket) => sum + bucket, 0)
    // With few responses, the bucket's upper bound may be twice the longest time.
    const max = Math.max(...routeSeries.map(([, part]) => part.max))
    return [
      {
        method: first[1].method,
        route: first[1].route,
        count,
        p95Ms: Math.min(computeQuantile(buckets, 0.95), max) * 1000,
      },
    ]
  })
}

/**
 * Quantile in seconds, interpolated linearly within a bucket; times beyond the last bound count as
 * that bound.
 */
function computeQuantile(buckets: readonly number[], share: number): number {
  let missing = buckets.reduce((sum, bucket) => sum + bucket, 0) * share
  for (const [index, count] of buckets.entries()) {
    const [start, end] = [timeBuckets[index - 1] ?? 0, timeBuckets[index]]
    if (end === undefined) return start
    if (missing <= count && count > 0) return start + ((end - start) * missing) / count
    missing -= count
  }
  return 0
}
