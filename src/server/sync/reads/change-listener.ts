import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { buildConnectionSettings } from '#server/db/client.ts'
import { endConnection } from '#server/db/pool-probe.ts'
import { taskChannel } from '#server/tasks/task-work.ts'

/** Notifies subscribers after a commit. One LISTEN connection serves the whole process. */
export interface ChangeListener {
  subscribe(listener: () => void): () => void
  /** Subscribes to progress of this user's tasks. */
  subscribeTasks(userId: string, listener: () => void): () => void
  /** Notifies again shortly: a committed change could not be pulled yet. */
  notifyLater(): void
  close(): Promise<void>
}

/**
 * Connects with the first subscriber and stays connected. After a lost connection it reconnects and
 * notifies all subscribers, because notifications may have been missed. A LISTEN-only connection
 * cannot detect a dead line, so it is queried every `beatMs`. During bursts, notifications are
 * spaced out; the last of a burst is always sent.
 */
export function createChangeListener(options: {
  databaseUrl: string
  beatMs?: number
  /** Called once per outage. */
  onLost: (error: unknown) => void
}): ChangeListener {
  const { databaseUrl, beatMs = 2000, onLost } = options
  const listeners = new Set<() => void>()
  const subscribers = createSubscribers()
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let hasReportedLoss = false
  let officeStreams = 0
  const notifications = createNotifications(listeners, () => officeStreams)

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...buildConnectionSettings(databaseUrl), connectionTimeoutMillis: timeoutMs })
    client = fresh
    let isLost = false
    const handleLoss = (error: unknown) => {
      if (isLost || isClosed) return
      isLost = true
      client = undefined
      if (!hasReportedLoss) onLost(error)
      hasReportedLoss = true
      void endConnection(fresh)
      retry = setTimeout(() => void connect(), 1000)
    }
    fresh.on('error', handleLoss).on('end', () => handleLoss(new Error('LISTEN connection ended')))
    fresh.on('notification', (payload) =>
      payload.channel === taskChannel ? subscribers.notify(payload.payload) : notifications.reportChange(),
    )
    try {
      await fresh.connect()
      officeStreams = await countStreams(fresh)
      await fresh.query(`listen ${taskChannel}`)
      await fresh.query('listen change')
      hasReportedLoss = false
      notifications.reportChange()
      const isOver = () => isLost || isClosed
      await pollStreams(fresh, { beatMs, isOver, onStreams: (streams) => (officeStreams = streams) })
    } catch (error) {
      handleLoss(error)
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (!client && !retry && !isClosed) void connect()
      return () => listeners.delete(listener)
    },
    subscribeTasks: subscribers.subscribe,
    notifyLater: notifications.notifyLater,
    async close() {
      isClosed = true
      notifications.stop()
      clearTimeout(retry)
      listeners.clear()
      if (client) await endConnection(client)
    },
  }
}

const timeoutMs = 3000

function createSubscribers() {
  const subscriptions = new Set<{ userId: string; listener: () => void }>()
  return {
    subscribe(userId: string, listener: () => void) {
      const subscriber = { userId, listener }
      subscriptions.add(subscriber)
      return () => subscriptions.delete(subscriber)
    },
    notify(payload: string | undefined) {
      for (const { userId, listener } of subscriptions) if (userId === payload) listener()
    },
  }
}

interface PollOptions {
  readonly beatMs: number
  readonly isOver: () => boolean
  readonly onStreams: (streams: number) => void
}

async function pollStreams(client: pg.Client, { beatMs, isOver, onStreams }: PollOptions): Promise<void> {
  while (!isOver()) {
    await delay(beatMs, undefined, { ref: false })
    if (isOver()) return
    onStreams(await withTimeout(countStreams(client)))
    // Last statement, so that pg_stat_activity shows the purpose of the connection.
    await withTimeout(client.query('listen change'))
  }
}

/**
 * Live event streams of all processes; each process renews its own every 15 seconds
 * (events.ts).
 */
async function countStreams(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ streams: number }>(
    `select count(*)::int as streams from event_stream where seen_at > now() - interval '45 seconds'`,
  )
  return rows[0]?.streams ?? 0
}

async function withTimeout<Result>(pending: Promise<Result>): Promise<Result> {
  const timeoutController = new AbortController()
  const silence = delay(timeoutMs, undefined, { ref: false, signal: timeoutController.signal }).then((): never => {
    throw new Error('the LISTEN connection does not answer')
  })
  try {
    return await Promise.race([pending, silence])
  } finally {
    timeoutController.abort()
    silence.catch(() => undefined)
  }
}

/** When to notify the listeners of a change. */
interface Notifications {
  /**
   * Reports a change. Listeners are notified at once if it is quiet, spaced out while changes
   * continue, and always after the last one.
   */
  reportChange(): void
  /**
   * Notifies them again shortly, with a growing delay when called repeatedly without a reported
   * change.
   */
  notifyLater(): void
  stop(): void
}

/** `countOfficeStreams`: the known number of listeners of all processes together. */
function createNotifications(listeners: ReadonlySet<() => void>, countOfficeStreams: () => number): Notifications {
  let waiting: NodeJS.Timeout | undefined
  let laterMs = soonMs
  const notify = throttle(
    () => computeGap(Math.max(listeners.size, countOfficeStreams())),
    () => notifyInGroups(listeners, Math.max(1, countOfficeStreams() / Math.max(1, listeners.size))),
  )
  return {
    reportChange() {
      laterMs = soonMs
      notify()
    },
    notifyLater() {
      waiting ??= setTimeout(() => {
        waiting = undefined
        laterMs = Math.min(2 * laterMs, latestMs)
        notify()
      }, laterMs)
      waiting.unref()
    },
    stop: () => clearTimeout(waiting),
  }
}

/** Rough cap on pulls per second in the whole office, because all processes read one database. */
const pullsPerSecond = 200
const minGapMs = 50
/** Maximum delay of a notification. */
const maxGapMs = 1000

/** Every notification makes every listener pull, so more listeners mean a longer gap (ms). */
export function computeGap(listeners: number): number {
  return Math.min(maxGapMs, Math.max(minGapMs, (listeners * 1000) / pullsPerSecond))
}

/**
 * Minimum listeners per group. All listeners of one group pull at the same moment and queue behind
 * each other and other requests.
 */
const minGroupSize = 20
const maxGroups = 10
const groupIntervalMs = 20
/** Cap on `times`, so that the last group is notified well before the next change. */
const maxTimes = 4

/**
 * `times`: the listeners of the whole office divided by those of this process; every process
 * notifies at the same moment.
 */
function notifyInGroups(listeners: ReadonlySet<() => void>, times: number): void {
  const all = [...listeners]
  const size = Math.max(minGroupSize, Math.ceil(all.length / maxGroups))
  const notifyFrom = (start: number) => {
    // Skips listeners that unsubscribed meanwhile.
    for (const listener of all.slice(start, start + size)) if (listeners.has(listener)) listener()
    if (start + size < all.length)
      setTimeout(notifyFrom, groupIntervalMs * Math.min(times, maxTimes), start + size).unref()
  }
  notifyFrom(0)
}

/**
 * A change is usually held back by an audit insert of a few milliseconds; an import may take a
 * minute.
 */
const soonMs = 250
const latestMs = 4000

/** Runs `callback` at once, then at most once per gap; a call during the gap runs at its end. */
function throttle(gapMs: () => number, callback: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let isWaiting = false
  return function run() {
    if (timer) {
      isWaiting = true
      return
    }
    callback()
    timer = setTimeout(() => {
      timer = undefined
      if (!isWaiting) return
      isWaiting = false
      run()
    }, gapMs())
    timer.unref()
  }
}
