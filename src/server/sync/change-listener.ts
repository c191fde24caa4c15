import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { connectionSettings } from '../db/client.ts'
import { endConnection } from '../db/pool-probe.ts'
import { taskChannel } from '../db/task-channel.ts'
import { createNotifications } from './notifications.ts'

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
 * spaced out (notifications.ts); the last of a burst is always sent.
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
  let inOffice = 0
  const notifications = createNotifications(listeners, () => inOffice)

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...connectionSettings(databaseUrl), connectionTimeoutMillis: patienceMs })
    client = fresh
    let isLost = false
    const lose = (error: unknown) => {
      if (isLost || isClosed) return
      isLost = true
      client = undefined
      if (!hasReportedLoss) onLost(error)
      hasReportedLoss = true
      void endConnection(fresh)
      retry = setTimeout(() => void connect(), 1000)
    }
    fresh.on('error', lose).on('end', () => lose(new Error('LISTEN connection ended')))
    fresh.on('notification', (payload) =>
      payload.channel === taskChannel ? subscribers.notify(payload.payload) : notifications.changed(),
    )
    try {
      await fresh.connect()
      inOffice = await countStreams(fresh)
      await fresh.query(`listen ${taskChannel}`)
      await fresh.query('listen change')
      hasReportedLoss = false
      notifications.changed()
      const isOver = () => isLost || isClosed
      await pollStreams(fresh, { beatMs, isOver, onStreams: (streams) => (inOffice = streams) })
    } catch (error) {
      lose(error)
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (!client && !retry && !isClosed) void connect()
      return () => listeners.delete(listener)
    },
    subscribeTasks: subscribers.subscribe,
    notifyLater: notifications.later,
    async close() {
      isClosed = true
      notifications.stop()
      clearTimeout(retry)
      listeners.clear()
      if (client) await endConnection(client)
    },
  }
}

const patienceMs = 3000

function createSubscribers() {
  const all = new Set<{ userId: string; listener: () => void }>()
  return {
    subscribe(userId: string, listener: () => void) {
      const subscriber = { userId, listener }
      all.add(subscriber)
      return () => all.delete(subscriber)
    },
    notify(payload: string | undefined) {
      for (const { userId, listener } of all) if (userId === payload) listener()
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
    onStreams(await inTime(countStreams(client)))
    // Last statement, so that pg_stat_activity shows the purpose of the connection.
    await inTime(client.query('listen change'))
  }
}

/**
 * Live event streams of all processes; each process renews its own every 15 seconds
 * (stream-slots.ts).
 */
async function countStreams(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ streams: number }>(
    `select count(*)::int as streams from event_stream where seen_at > now() - interval '45 seconds'`,
  )
  return rows[0]?.streams ?? 0
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const tooLate = new AbortController()
  const silence = delay(patienceMs, undefined, { ref: false, signal: tooLate.signal }).then((): never => {
    throw new Error('the LISTEN connection does not answer')
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    tooLate.abort()
    silence.catch(() => undefined)
  }
}
