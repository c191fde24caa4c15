import { randomBytes } from 'node:crypto'
import type { ConnectionOptions, Job as BullmqJob, JobsOptions, PgPool, Queue, WorkerOptions } from 'bullmq'
import type * as bullmqPackage from 'bullmq'
import pg from 'pg'
import type { QueueFigures } from '#contract/admin/task-monitor.ts'
import { connectionSettings } from '../db/client.ts'
import { watchPool } from '../db/pool-watch.ts'
import { databaseFigures, redisFigures } from './queue-figures.ts'
import { queueSchema } from '../schema/migrate-queue.ts'
import { untilReady, type Part } from './until-ready.ts'

/** The data of a job: only the task's row has the details. Never contains office data. */
export interface JobData {
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
  onTrouble(error: Error): void
}

/** BullMQ on one of its two backends. `close` ends everything still open. */
export interface Bullmq {
  queue(name: string, onTrouble: (error: Error) => void): Promise<JobQueue>
  /** Starts a worker. */
  worker(
    name: string,
    handlers: WorkerHandlers,
    options: Omit<WorkerOptions, 'connection' | 'autorun'>,
  ): Promise<JobWorker>
  /** Figures of the queue's backend. */
  figures(): Promise<QueueFigures>
  close(): Promise<void>
}

export interface BullmqConnection {
  readonly databaseUrl: string
  /** Absent: the queue is in the database, in a separate schema. */
  readonly redisUrl: string | undefined
  /** Prefix of this office's keys in a Redis shared with others. */
  readonly prefix: string
}

/**
 * Opens BullMQ on the office's database or, if configured, on Redis; jobs are the same on both.
 * Queues and workers wait for an unavailable database, but never for Redis.
 */
export async function openBullmq(connection: BullmqConnection, signal: AbortSignal): Promise<Bullmq> {
  // Loaded lazily: it is slow to load, and many importers do not need it.
  const bullmq = await import('bullmq')
  if (connection.redisUrl !== undefined) return onRedis(bullmq, connection.redisUrl, connection.prefix)
  return onPostgres(bullmq, connection.databaseUrl, signal)
}

type Package = typeof bullmqPackage

function onRedis({ Queue, Worker }: Package, url: string, prefix: string): Bullmq {
  // Null: commands to an unavailable Redis wait for it instead of failing. Nobody waits for the
  // results of ours.
  const connection: ConnectionOptions = { url, maxRetriesPerRequest: null, retryStrategy: () => 1000 }
  const parts: Part[] = []
  return {
    async queue(name, onTrouble) {
      const queue = new Queue(name, { connection, prefix, ...fewEvents }).on('error', onTrouble)
      parts.push(queue)
      return asJobQueue(queue)
    },
    async worker(name, handlers, options) {
      const worker = new Worker(name, workOf(handlers), { ...options, connection, prefix })
      parts.push(worker)
      return worker.on('error', handlers.onTrouble).on('failed', (job, error) => judge(handlers, job, error))
    },
    figures: () => redisFigures(url, prefix),
    close: () => closeParts(parts),
  }
}

function onPostgres({ Queue, Worker, createPostgresBackend }: Package, url: string, signal: AbortSignal): Bullmq {
  const { pool, close } = openPool(url)
  // The package declares its own type for the part of the driver it uses.
  const connection = pool as unknown as PgPool
  const parts: Part[] = []
  const opened = async <Made extends Part>(make: () => Made): Promise<Made> => {
    const part = await untilReady({ pool, signal, pauseMs: 1000 }, make)
    parts.push(part)
    return part
  }
  return {
    queue: async (name, onTrouble) =>
      asJobQueue(
        await opened(() => new Queue(name, { connection, ...fewEvents }, createPostgresBackend).on('error', onTrouble)),
      ),
    figures: () => databaseFigures(pool),
    worker: async (name, handlers, options) => {
      const worker = await opened(() =>
        new Worker(name, workOf(handlers), { ...options, connection, autorun: false }, createPostgresBackend)
          .on('error', handlers.onTrouble)
          .on('failed', (job, error) => judge(handlers, job, error)),
      )
      worker.run().catch(handlers.onTrouble)
      return worker
    },
    async close() {
      // A worker without its connections would busy-loop, too.
      await closeParts(parts)
      await close()
    },
  }
}

function asJobQueue(queue: Pick<Queue, 'add' | 'getJobCounts' | 'close'>): JobQueue {
  return {
    add: (name, data, options) => queue.add(name, data, options),
    async counts() {
      const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed')
      const sumOf = (...states: string[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
      return {
        pending: sumOf('waiting', 'prioritized'),
        active: sumOf('active'),
        scheduled: sumOf('delayed'),
      }
    },
    close: () => queue.close(),
  }
}

async function closeParts(parts: readonly Part[]): Promise<void> {
  await Promise.allSettled(parts.map((part) => part.close()))
}

function workOf(handlers: WorkerHandlers) {
  return (job: Job, token = '') => handlers.work(job, token)
}

/**
 * Reports a job that crashed its process too often; one whose tries are used up has reported
 * itself.
 */
function judge({ onGivenUp }: WorkerHandlers, job: Job | undefined, error: Error): void {
  if (job && error.name === 'UnrecoverableError') onGivenUp(job.data, error)
}

/** Nobody reads the event stream: the tables of tasks have the outcomes. */
const fewEvents = { streams: { events: { maxLen: 100 } } }

/** Two workers listen, each on its own connection; the others are for queries. */
const maxConnections = 5

function openPool(url: string): { pool: pg.Pool; close: () => Promise<void> } {
  const name = `ongyeol-office jobs ${randomBytes(4).toString('hex')}`
  const poolWatch = watchPool({ url, name })
  const pool = new pg.Pool({
    ...connectionSettings(url),
    application_name: name,
    max: maxConnections,
    stream: () => poolWatch.openSocket(),
    onConnect: (client) => {
      if (client instanceof pg.Client) poolWatch.watch(client)
      return settleConnection(client)
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
function settleConnection(client: pg.ClientBase): unknown {
  return client.query(`
    set search_path = ${queueSchema}; set jit = off; set statement_timeout = 30000; set lock_timeout = 15000;
    set idle_in_transaction_session_timeout = 60000; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
    set tcp_keepalives_count = 3; set tcp_user_timeout = 20000`)
}
