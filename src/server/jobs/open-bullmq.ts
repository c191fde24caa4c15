import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionOptions, PgPool, Processor, Queue, Worker, WorkerOptions } from 'bullmq'
import pg from 'pg'
import { connectionSettings } from '../db/client.ts'
import { watchLine } from '../db/watch-line.ts'
import { queueSchema } from '../schema/migrate-queue.ts'

/** What a job says: where the truth about it stands. Nothing of an office's data is ever in it. */
export interface JobData {
  readonly task: string
  readonly part: string
}
export type JobQueue = Queue<JobData, unknown, string>
export type JobWorker = Worker<JobData, unknown, string>

/** BullMQ on one of its two grounds. `close` after every queue and worker of it. */
export interface Bullmq {
  queue(name: string): JobQueue
  worker(name: string, work: Processor<JobData, unknown, string>, options: Omit<WorkerOptions, 'connection'>): JobWorker
  close(): Promise<void>
}

export interface BullmqPlace {
  readonly databaseUrl: string
  /** Absent: the queue stands in the database, in a schema of its own. */
  readonly redisUrl: string | undefined
  /** In a Redis that others use too, everything of this office stands below it. */
  readonly prefix: string
}

/** Opens BullMQ on the office's database or, where there is one, on Redis: the same jobs on either. Waits for a database that is away, but never for Redis. */
export async function openBullmq(place: BullmqPlace, signal: AbortSignal): Promise<Bullmq> {
  // Takes a moment to load, and many who import this need none.
  const bullmq = await import('bullmq')
  if (place.redisUrl !== undefined) return onRedis(bullmq, place.redisUrl, place.prefix)
  return await onPostgres(bullmq, place.databaseUrl, signal)
}

type Package = typeof import('bullmq')

function onRedis({ Queue, Worker }: Package, url: string, prefix: string): Bullmq {
  // Null: what is asked of a Redis that is away waits for it. Nobody waits for what we ask.
  const connection: ConnectionOptions = { url, maxRetriesPerRequest: null, retryStrategy: () => 1000 }
  return {
    queue: (name) => new Queue(name, { connection, prefix, ...fewEvents }),
    worker: (name, work, options) => new Worker(name, work, { ...options, connection, prefix }),
    close: async () => undefined,
  }
}

async function onPostgres({ Queue, Worker, createPostgresBackend }: Package, url: string, signal: AbortSignal): Promise<Bullmq> {
  const { pool, close } = openPool(url)
  await untilThere(pool, signal).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const connection: PgPool = pool
  return {
    queue: (name) => new Queue(name, { connection, ...fewEvents }, createPostgresBackend),
    worker: (name, work, options) => new Worker(name, work, { ...options, connection }, createPostgresBackend),
    close,
  }
}

/** Nobody reads the stream of events: the tables of tasks say what became of them. */
const fewEvents = { streams: { events: { maxLen: 100 } } }

/** Two workers listen, each on a connection of its own; the rest ask. */
const mostConnections = 5

function openPool(url: string): { pool: pg.Pool; close: () => Promise<void> } {
  const name = `ongyeol-office jobs ${randomBytes(4).toString('hex')}`
  const line = watchLine({ url, name })
  const pool = new pg.Pool({
    ...connectionSettings(url),
    application_name: name,
    max: mostConnections,
    stream: () => line.openSocket(),
    onConnect: (client) => {
      if (client instanceof pg.Client) line.watch(client)
      return client.query(`set search_path = ${queueSchema}; set jit = off; set statement_timeout = 30000; set lock_timeout = 15000;
        set idle_in_transaction_session_timeout = 60000; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
        set tcp_keepalives_count = 3; set tcp_user_timeout = 20000`)
    },
  })
  // Without both listeners a connection that the database closes would end the whole server (db/client.ts).
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    pool,
    close: async () => {
      line.close()
      await pool.end()
    },
  }
}

/** HAZARD: the package asks once whether its tables are there, and never again when nobody answered. */
async function untilThere(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await pool.query('select from migration')
      return
    } catch {
      await delay(1000, undefined, { signal, ref: false })
    }
  }
}
