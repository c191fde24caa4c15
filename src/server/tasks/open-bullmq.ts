import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type * as bullmqPackage from 'bullmq'
import type { Job as BullmqJob, ConnectionOptions, JobsOptions, PgPool, Queue, WorkerOptions } from 'bullmq'
import pg from 'pg'
import type { QueueFigures } from '#contract/admin/task-monitor.ts'
import { buildConnectionSettings } from '#server/db/client.ts'
import { classifyDatabaseError } from '#server/db/database-failure.ts'
import { watchPool } from '#server/db/pool-watch.ts'
import { queueSchema } from '#server/schema/migrate-queue.ts'

/** The data of a job: only the task's row has the details. Never contains office data. */
interface JobData {
  /** The id of the task; the name is stored in the queue. */
  readonly task: string
  readonly part: string
}
export type Job = BullmqJob<JobData, unknown>

export interface JobQueue {
  counts(): Promise<JobCounts>
  add(name: string, data: JobData, options: JobsOptions): Promise<unknown>
  close(): Promise<void>
}

/** Waiting, running and delayed jobs. */
export interface JobCounts {
  readonly pending: number
  readonly active: number
  readonly scheduled: number
}

export interface JobWorker {
  close(): Promise<void>
}

export interface WorkerHandlers {
  /** `token` proves that this delivery of the job is ours. */
  work(job: Job, token: string): Promise<void>
  /** The job will not be retried. */
  onGivenUp(data: JobData, error: Error): void
  onError(error: Error): void
}

/** BullMQ on one of its two backends. `close` ends everything still open. */
export interface Bullmq {
  openQueue(name: string, onError: (error: Error) => void): Promise<JobQueue>
  startWorker(
    name: string,
    handlers: WorkerHandlers,
    options: Omit<WorkerOptions, 'connection' | 'autorun'>,
  ): Promise<JobWorker>
  /** Figures of the queue's backend. */
  figures(): Promise<QueueFigures>
  close(): Promise<void>
}

interface BullmqConnection {
  readonly databaseUrl: string
  /** Absent: the queue is in the database, in a separate schema. */
  readonly redisUrl: string | undefined
  /** Prefix of this office's keys in a Redis shared with others. */
  readonly prefix: string
}

/**
 * Opens BullMQ on the office's database or, if configured, on Redis; jobs are the same on both.
 * `openQueue` and `startWorker` resolve only when the database is ready; with Redis at once.
 */
export async function openBullmq(connection: BullmqConnection, signal: AbortSignal): Promise<Bullmq> {
  // Loaded lazily: it is slow to load, and many importers do not need it.
  const bullmq = await import('bullmq')
  if (connection.redisUrl !== undefined) return openOnRedis(bullmq, connection.redisUrl, connection.prefix)
  return openOnPostgres(bullmq, connection.databaseUrl, signal)
}

type BullmqPackage = typeof bullmqPackage

function openOnRedis({ Queue, Worker }: BullmqPackage, url: string, prefix: string): Bullmq {
  // Null: commands to an unavailable Redis wait for it instead of failing. None of our callers
  // awaits the results.
  const connection: ConnectionOptions = { url, maxRetriesPerRequest: null, retryStrategy: () => 1000 }
  const parts: QueuePart[] = []
  return {
    async openQueue(name, onError) {
      const queue = new Queue(name, { connection, prefix, ...eventOptions }).on('error', onError)
      parts.push(queue)
      return toJobQueue(queue)
    },
    async startWorker(name, handlers, options) {
      const worker = new Worker(name, createWorkHandler(handlers), { ...options, connection, prefix })
      parts.push(worker)
      return worker.on('error', handlers.onError).on('failed', (job, error) => reportGivenUp(handlers, job, error))
    },
    figures: () => readRedisFigures(url, prefix),
    close: () => closeParts(parts),
  }
}

function openOnPostgres(
  { Queue, Worker, createPostgresBackend }: BullmqPackage,
  url: string,
  signal: AbortSignal,
): Bullmq {
  const { pool, close } = openPool(url)
  // The package declares its own type for the part of the driver it uses.
  const connection = pool as unknown as PgPool
  const parts: QueuePart[] = []
  const openWhenReady = async <Made extends QueuePart>(make: () => Made): Promise<Made> => {
    const part = await waitUntilReady({ pool, signal, pauseMs: 1000 }, make)
    parts.push(part)
    return part
  }
  return {
    openQueue: async (name, onError) =>
      toJobQueue(
        await openWhenReady(() =>
          new Queue(name, { connection, ...eventOptions }, createPostgresBackend).on('error', onError),
        ),
      ),
    figures: () => readDatabaseFigures(pool),
    startWorker: async (name, handlers, options) => {
      const worker = await openWhenReady(() =>
        new Worker(name, createWorkHandler(handlers), { ...options, connection, autorun: false }, createPostgresBackend)
          .on('error', handlers.onError)
          .on('failed', (job, error) => reportGivenUp(handlers, job, error)),
      )
      worker.run().catch(handlers.onError)
      return worker
    },
    async close() {
      // Workers first: one whose pool has ended busy-loops (see `waitUntilReady`).
      await closeParts(parts)
      await close()
    },
  }
}

function toJobQueue(queue: Pick<Queue, 'add' | 'getJobCounts' | 'close'>): JobQueue {
  return {
    add: (name, data, options) => queue.add(name, data, options),
    async counts() {
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed')
      const sumStates = (...states: string[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
      return {
        pending: sumStates('waiting', 'prioritized'),
        active: sumStates('active'),
        scheduled: sumStates('delayed'),
      }
    },
    close: () => queue.close(),
  }
}

async function closeParts(parts: readonly QueuePart[]): Promise<void> {
  await Promise.allSettled(parts.map((part) => part.close()))
}

function createWorkHandler(handlers: WorkerHandlers) {
  return (job: Job, token = '') => handlers.work(job, token)
}

/**
 * Reports a job that crashed its process too often; one whose tries are used up has reported
 * itself.
 */
function reportGivenUp({ onGivenUp }: WorkerHandlers, job: Job | undefined, error: Error): void {
  if (job && error.name === 'UnrecoverableError') onGivenUp(job.data, error)
}

/** Nobody reads the event stream: the tables of tasks have the outcomes. */
const eventOptions = { streams: { events: { maxLen: 100 } } }

/** Two workers listen, each on its own connection; the others are for queries. */
const maxConnections = 5

function openPool(url: string): { pool: pg.Pool; close: () => Promise<void> } {
  const name = `ongyeol-office jobs ${randomBytes(4).toString('hex')}`
  const poolWatch = watchPool({ url, name })
  const pool = new pg.Pool({
    ...buildConnectionSettings(url),
    application_name: name,
    max: maxConnections,
    stream: () => poolWatch.openSocket(),
    onConnect: (client) => {
      if (client instanceof pg.Client) poolWatch.watch(client)
      return configureConnection(client)
    },
  })
  // Without both listeners a connection closed by the database would crash the process
  // (db/client.ts).
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    pool,
    close: async () => {
      poolWatch.close()
      await pool.end()
    },
  }
}

/**
 * The pool awaits the promise before it lends the connection, which the driver's types do not
 * declare.
 */
function configureConnection(client: pg.ClientBase): unknown {
  return client.query(`
    set search_path = ${queueSchema}; set jit = off; set statement_timeout = 30000; set lock_timeout = 15000;
    set idle_in_transaction_session_timeout = 60000; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
    set tcp_keepalives_count = 3; set tcp_user_timeout = 20000`)
}

const maxKeys = 20
const redisTimeoutMs = 3000

/**
 * Rejects when Redis does not respond in time. Uses a separate connection: those of the queue wait
 * for an unavailable Redis.
 */
async function readRedisFigures(url: string, prefix: string): Promise<QueueFigures> {
  const { Redis } = await import('ioredis')
  const times = { connectTimeout: redisTimeoutMs, commandTimeout: redisTimeoutMs }
  const client = new Redis(url, { ...times, lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const info = new Map((await client.info()).split('\r\n').map((line) => splitAtColon(line)))
    const keys = await scanKeys((cursor, pattern) => client.scan(cursor, 'MATCH', pattern, 'COUNT', 500), prefix)
    const readNumber = (name: string) => Number(info.get(name) ?? 0)
    return {
      backend: 'redis',
      version: info.get('redis_version') ?? '',
      uptime_in_seconds: readNumber('uptime_in_seconds'),
      connected_clients: readNumber('connected_clients'),
      used_memory_human: info.get('used_memory_human') ?? '',
      total_commands_processed: readNumber('total_commands_processed'),
      celery_keys_count: keys.length,
      celery_keys: keys.slice(0, maxKeys),
    }
  } finally {
    client.disconnect()
  }
}

function splitAtColon(line: string): [string, string] {
  const colon = line.indexOf(':')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)]
}

/** Scans in steps and keeps only our keys: a shared Redis may hold millions. */
async function scanKeys(
  scan: (cursor: string, pattern: string) => Promise<[string, string[]]>,
  prefix: string,
): Promise<string[]> {
  const allKeys = new Set<string>()
  const pattern = `${prefix.replaceAll(/[[\]*?\\]/g, String.raw`\$&`)}:*`
  let cursor = '0'
  do {
    const [next, keys] = await scan(cursor, pattern)
    for (const key of keys) allKeys.add(key)
    cursor = next
  } while (cursor !== '0')
  return [...allKeys].toSorted()
}

/** Figures of the database with the queue: its own transactions and size; as keys, its jobs. */
async function readDatabaseFigures(pool: Pick<pg.Pool, 'query'>): Promise<QueueFigures> {
  const { rows } = await pool.query<Omit<QueueFigures, 'backend' | 'celery_keys' | 'celery_keys_count'>>(`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      floor(extract(epoch from now() - pg_postmaster_start_time()))::float8 as uptime_in_seconds,
      numbackends::float8 as connected_clients, pg_size_pretty(pg_database_size(datname)) as used_memory_human,
      (xact_commit + xact_rollback)::float8 as total_commands_processed
    from pg_stat_database where datname = current_database()`)
  const [figures] = rows
  if (!figures) throw new Error('pg_stat_database has no row for this database')
  const jobs = await pool.query<{ name: string; count: number }>(`
    select queue || ':' || id as name, count(*) over ()::float8 as count from ${queueSchema}.job
    order by 1 limit ${maxKeys}`)
  const [first] = jobs.rows
  return {
    backend: 'postgres',
    ...figures,
    celery_keys_count: first?.count ?? 0,
    celery_keys: jobs.rows.map(({ name }) => name),
  }
}

/** A queue or a worker. */
interface QueuePart {
  waitUntilReady(): Promise<unknown>
  close(): Promise<void>
}

/**
 * Makes a part with `make` and returns it once it is ready; while the database is unavailable, it
 * makes another after each pause. Rejects when `signal` aborts, and on any other error.
 *
 * HAZARD: a queue or worker checks only once whether its tables exist. If the database is lost at
 * that moment it never becomes ready, and a worker that runs anyway busy-loops and blocks the whole
 * process. So run it only once it is ready, and make a new one otherwise.
 */
export async function waitUntilReady<Made extends QueuePart>(
  { pool, signal, pauseMs }: { pool: pg.Pool; signal: AbortSignal; pauseMs: number },
  make: () => Made,
): Promise<Made> {
  for (;;) {
    const { part, stopListening } = trackListeners(pool, make)
    try {
      await part.waitUntilReady()
      return part
    } catch (error) {
      await part.close().catch(() => undefined)
      stopListening()
      if (classifyDatabaseError(error) !== 'unavailable') throw error
      await delay(pauseMs, undefined, { signal, ref: false })
    }
  }
}

/**
 * A part adds listeners to the pool when it is made and never removes them: an hour without a
 * database would leave thousands.
 */
function trackListeners<Made extends QueuePart>(
  pool: pg.Pool,
  make: () => Made,
): { part: Made; stopListening: () => void } {
  const before = new Set(pool.listeners('error'))
  const part = make()
  const addedListeners = pool.listeners('error').filter((listener) => !before.has(listener))
  return {
    part,
    stopListening() {
      for (const listener of addedListeners) pool.off('error', listener as (error: Error) => void)
    },
  }
}
