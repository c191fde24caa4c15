import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import type { DatabaseFigures } from '#contract/admin/server-status.ts'
import { problem } from '#contract/problem.ts'
import type { Replica } from '#server/db/replica.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { isFromThisMachine } from '#server/http/this-machine.ts'
import { readBearerToken } from '#server/plugins/bearer.ts'
import { type RouteTimes, timeBuckets } from '#server/plugins/request-times.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import {
  nullIfUnreachable,
  readBackups,
  readCertificateEnd,
  readDatabase,
  readDisks,
  readProcesses,
  readQueue,
  readReplica,
} from './read-figures.ts'

type MetricsDeps = Deps & Pick<RouteDeps, 'requestTimes' | 'replica'>

/**
 * `GET /metrics` for Prometheus: open to programs on this machine and to clients that send
 * `METRICS_TOKEN` as a bearer token. Others get 401 when a token is set, and 404 otherwise. While
 * the database is unreachable it responds without the database figures.
 */
export function metricsRoutes(app: App, deps: MetricsDeps): void {
  const { requestTimes } = deps
  const loopDelay = monitorEventLoopDelay({ resolution: 20 })
  loopDelay.enable()
  app.addHook('onClose', async () => void loopDelay.disable())
  const certificateEnd = readCertificateEnd(deps.config)
  app.get(
    '/metrics',
    {
      config: { hasOwnToken: true },
      schema: { hide: true },
      onRequest: async (request) => refuseStrangers(request, deps.config.metricsToken),
    },
    async (_request, reply) => {
      const lag = { p99: loopDelay.percentile(99) / 1e9, max: loopDelay.max / 1e9 }
      loopDelay.reset()
      const figures = [
        ...processMetrics(deps, lag),
        ...certificateMetrics(certificateEnd),
        ...(await diskMetrics(deps)),
        ...(await databaseMetrics(deps)),
      ]
      return await reply.type(metricsType).send(formatMetrics(figures, requestTimes.listAll()))
    },
  )
}

function refuseStrangers(request: FastifyRequest, token: string | undefined): void {
  const { authorization } = request.headers
  if (authorization === undefined && isFromThisMachine(request)) return
  if (token === undefined) throw new HttpProblem(problem('not_found'))
  if (!isSameToken(readBearerToken(authorization ?? '') ?? '', token)) throw new HttpProblem(problem('signed_out'))
}

/** Compares in constant time. */
function isSameToken(received: string, token: string): boolean {
  const [digest, tokenDigest] = [received, token].map((text) => createHash('sha256').update(text).digest())
  return digest !== undefined && tokenDigest !== undefined && timingSafeEqual(digest, tokenDigest)
}

function gauge(name: string, help: string, value: number | null): Metric {
  return { name, help, type: 'gauge', values: [{ value }] }
}

function processMetrics({ storage, drain }: Deps, lag: { p99: number; max: number }): Metric[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of this process.',
      type: 'counter',
      values: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_start_time_seconds', 'When this process began.', Date.now() / 1000 - process.uptime()),
    gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory its JavaScript uses.', heapUsed),
    gauge('nodejs_eventloop_lag_p99_seconds', 'Event loop delay since the last scrape, 99th percentile.', lag.p99),
    gauge('nodejs_eventloop_lag_max_seconds', 'Longest event loop delay since the last scrape.', lag.max),
    gauge('office_storage_full', 'Whether nothing new can be written.', Number(storage.isFull())),
    gauge('office_draining', 'Whether this process is about to end.', Number(drain.aborted)),
  ]
}

function certificateMetrics(end: Date | null): Metric[] {
  const seconds = end === null ? null : end.getTime() / 1000
  return [gauge('office_certificate_end_timestamp_seconds', 'When the served certificate expires.', seconds)]
}

async function diskMetrics({ config }: Deps): Promise<Metric[]> {
  const disks = await readDisks(config)
  return [
    {
      name: 'office_disk_free_bytes',
      help: 'Free space on the disk of a folder.',
      type: 'gauge',
      values: disks.map(({ folder, free }) => ({ labels: { folder }, value: free })),
    },
    {
      name: 'office_disk_bytes',
      help: 'Size of the disk of a folder.',
      type: 'gauge',
      values: disks.map(({ folder, total }) => ({ labels: { folder }, value: total })),
    },
  ]
}

async function databaseMetrics(deps: MetricsDeps): Promise<Metric[]> {
  const figures = await nullIfUnreachable(async () => {
    const [database, replica, queue, backup, processes] = await Promise.all([
      readDatabase(deps),
      readReplica(deps),
      readQueue(deps),
      readBackups(deps),
      readProcesses(deps),
    ])
    return [...toDatabaseMetrics({ database, queue, backup, processes }), ...replicaMetrics(replica, deps.replica)]
  })
  return [gauge('office_database_up', 'Whether the database responds.', Number(figures !== null)), ...(figures ?? [])]
}

function toDatabaseMetrics({
  database,
  queue,
  backup,
  processes,
}: Pick<DatabaseFigures, 'database' | 'queue' | 'backup' | 'processes'>): Metric[] {
  const { last } = backup
  return [
    gauge('office_database_answer_seconds', 'Round trip of an empty query.', database.answer_ms / 1000),
    gauge('office_database_bytes', 'Size of the database.', database.bytes),
    gauge('office_database_connections', 'Connections to the database, of all processes.', database.connections),
    gauge('office_database_connections_max', 'Connections the database allows.', database.most_connections),
    {
      name: 'office_tasks',
      help: 'Background tasks by state; failed ones of the last day.',
      type: 'gauge',
      values: (['waiting', 'running', 'failed'] as const).map((state) => ({ labels: { state }, value: queue[state] })),
    },
    gauge('office_processes', 'Live workers.', processes.filter(({ is_alive: isAlive }) => isAlive).length),
    gauge('office_backup_timestamp_seconds', 'When the last backup was made.', last && Date.parse(last.at) / 1000),
    gauge('office_backup_missing', 'Backups of the last week that are not in their folder.', backup.missing),
    gauge('office_backup_failed', 'Whether the newest attempt failed.', Number(backup.failure !== null)),
  ]
}

function replicaMetrics(status: DatabaseFigures['replica'], { counts }: Replica): Metric[] {
  if (!status) return []
  return [
    gauge('office_replica_ready', 'Whether the replica has replayed everything.', Number(status.state === 'ready')),
    gauge('office_replica_lag_seconds', 'Age of the data of the replica, at most.', status.lag_seconds),
    {
      name: 'office_replica_reads_total',
      help: 'Reads for the replica, by the database that served them.',
      type: 'counter',
      values: (['replica', 'primary'] as const).map((served) => ({ labels: { served }, value: counts[served] })),
    },
  ]
}

/** One Prometheus metric. A null value means unknown and is left out of the text. */
interface Metric {
  name: string
  help: string
  type: 'gauge' | 'counter'
  values: ReadonlyArray<{ labels?: Readonly<Record<string, string>>; value: number | null }>
}

/**
 * The text format of Prometheus, version 0.0.4
 * (prometheus.io/docs/instrumenting/exposition_formats).
 */
function formatMetrics(metrics: readonly Metric[], routes: readonly RouteTimes[]): string {
  const lines = metrics.flatMap(({ name, help, type, values }) => {
    const sampleLines = values.flatMap(({ labels, value }) =>
      value === null ? [] : [formatSample(name, labels ?? {}, value)],
    )
    return sampleLines.length === 0 ? [] : [...formatHead(name, help, type), ...sampleLines]
  })
  return `${[...lines, ...formatRequestLines(routes)].join('\n')}\n`
}

const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

function formatRequestLines(routes: readonly RouteTimes[]): string[] {
  const counts = routes.flatMap(({ method, route, statuses }) =>
    [...statuses].map(([status, count]) =>
      formatSample('office_http_requests_total', { method, route, status: `${status}` }, count),
    ),
  )
  const times = routes.flatMap(({ method, route, buckets, seconds }) => {
    let sum = 0
    const samples = buckets.map((count, index) => {
      sum += count
      const le = timeBuckets[index] === undefined ? '+Inf' : `${timeBuckets[index]}`
      return formatSample('office_http_request_seconds_bucket', { method, route, le }, sum)
    })
    return [
      ...samples,
      formatSample('office_http_request_seconds_sum', { method, route }, seconds),
      formatSample('office_http_request_seconds_count', { method, route }, sum),
    ]
  })
  return [
    ...formatHead('office_http_requests_total', 'Answers by route template and status.', 'counter'),
    ...counts,
    ...formatHead('office_http_request_seconds', 'How long answers took, by route template.', 'histogram'),
    ...times,
  ]
}

function formatHead(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function formatSample(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escapeLabel(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
