import { randomBytes } from 'node:crypto'
import type { ConnectionOptions, Job as BullmqJob, JobsOptions, PgPool, Queue, WorkerOptions } from 'bullmq'
import type * as bullmqPackage from 'bullmq'
import pg from 'pg'
import type { QueueFigures } from '#contract/admin/task-monitor.ts'
import { connectionSettings } from '../db/client.ts'
import { watchLine } from '../db/watch-line.ts'
import { databaseFigures, redisFigures } from './queue-figures.ts'
import { queueSchema } from '../schema/migrate-queue.ts'
import { untilReady, type Part } from './until-ready.ts'

/** What a job says: where the truth about it stands. Nothing of an office's data is ever in it. */
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

/** Waiting, being worked on, and put off until later. */
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
  /** Nobody tries again. */
  onGivenUp(data: JobData, error: Error): void
  onTrouble(error: Error): void
}

/** BullMQ on one of its two grounds. `close` ends what is still open of it. */
export interface Bullmq {
  queue(name: string, onTrouble: (error: Error) => void): Promise<JobQueue>
  /** Works from now on. */
  worker(
    name: string,
    hands: WorkerHandlers,
    options: Omit<WorkerOptions, 'connection' | 'autorun'>,
  ): Promise<JobWorker>
  /** Of what the queue stands on. */
  figures(): Promise<QueueFigures>
  close(): Promise<void>
}

export interface BullmqConnection {
  readonly databaseUrl: string
  /** Absent: the queue stands in the database, in a schema of its own. */
  readonly redisUrl: string | undefined
  /** In a Redis that others use too, everything of this office stands below it. */
  readonly prefix: string
}

/** Opens BullMQ on the office's database or, where there is one, on Redis: the same jobs on either. Its queues and workers wait for a database that is away, but never for Redis. */
export async function openBullmq(place: BullmqConnection, signal: AbortSignal): Promise<Bullmq> {
  // Takes a moment to load, and many who import this need none.
  const bullmq = await import('bullmq')
  if (place.redisUrl !== undefined) return onRedis(bullmq, place.redisUrl, place.prefix)
  return onPostgres(bullmq, place.databaseUrl, signal)
}

type Package = typeof bullmqPackage

function onRedis({ Queue, Worker }: Package, url: string, prefix: string): Bullmq {
  // Null: what is asked of a Redis that is away waits for it. Nobody waits for what we ask.
  const connection: ConnectionOptions = { url, maxRetriesPerRequest: null, retryStrategy: () => 1000 }
  const parts: Part[] = []
  return {
    async queue(name, onTrouble) {
      const queue = new Queue(name, { connection, prefix, ...fewEvents }).on('error', onTrouble)
      parts.push(queue)
      return asked(queue)
    },
    async worker(name, hands, options) {
      const worker = new Worker(name, workOf(hands), { ...options, connection, prefix })
      parts.push(worker)
      return worker.on('error', hands.onTrouble).on('failed', (job, error) => judge(hands, job, error))
    },
    figures: () => redisFigures(url, prefix),
    close: () => closeParts(parts),
  }
}

function onPostgres({ Queue, Worker, createPostgresBackend }: Package, url: string, signal: AbortSignal): Bullmq {
  const { pool, close } = openPool(url)
  // The package describes in its own words what it uses of the driver.
  const connection = pool as unknown as PgPool
  const parts: Part[] = []
  const opened = async <Made extends Part>(make: () => Made): Promise<Made> => {
    const part = await untilReady({ pool, signal, pauseMs: 1000 }, make)
    parts.push(part)
    return part
  }
  return {
    queue: async (name, onTrouble) =>
      asked(
        await opened(() => new Queue(name, { connection, ...fewEvents }, createPostgresBackend).on('error', onTrouble)),
      ),
    figures: () => databaseFigures(pool),
    worker: async (name, hands, options) => {
      const worker = await opened(() =>
        new Worker(name, workOf(hands), { ...options, connection, autorun: false }, createPostgresBackend)
          .on('error', hands.onTrouble)
          .on('failed', (job, error) => judge(hands, job, error)),
      )
      worker.run().catch(hands.onTrouble)
      return worker
    },
    async close() {
      // A worker that runs on without its connections turns in a circle, too.
      await closeParts(parts)
      await close()
    },
  }
}

function asked(queue: Pick<Queue, 'add' | 'getJobCounts' | 'close'>): JobQueue {
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

function workOf(hands: WorkerHandlers) {
  return (job: Job, token = '') => hands.work(job, token)
}

/** Of a job that ended its process too often; one whose tries are over has said so itself. */
function judge({ onGivenUp }: WorkerHandlers, job: Job | undefined, error: Error): void {
  if (job && error.name === 'UnrecoverableError') onGivenUp(job.data, error)
}

/** Nobody reads the stream of events: the tables of tasks say what became of them. */
const fewEvents = { streams: { events: { maxLen: 100 } } }

/** Two workers listen, each on a connection of its own; the rest ask. */
const maxConnections = 5

function openPool(url: string): { pool: pg.Pool; close: () => Promise<void> } {
  const name = `ongyeol-office jobs ${randomBytes(4).toString('hex')}`
  const line = watchLine({ url, name })
  const pool = new pg.Pool({
    ...connectionSettings(url),
    application_name: name,
    max: maxConnections,
    stream: () => line.openSocket(),
    onConnect: (client) => {
      if (client instanceof pg.Client) line.watch(client)
      return settleConnection(client)
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

/** The pool waits for the promise before it lends the connection, which the driver's types do not say. */
function settleConnection(client: pg.ClientBase): unknown {
  return client.query(`
    set search_path = ${queueSchema}; set jit = off; set statement_timeout = 30000; set lock_timeout = 15000;
    set idle_in_transaction_session_timeout = 60000; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
    set tcp_keepalives_count = 3; set tcp_user_timeout = 20000`)
}
