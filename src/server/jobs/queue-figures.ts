import type pg from 'pg'
import type { QueueFigures } from '#contract/admin/task-monitor.ts'
import { queueSchema } from '../schema/migrate-queue.ts'

/** Maximum keys to list. */
const maxKeys = 20
const patienceMs = 3000

/**
 * Rejects when Redis does not answer in time. Uses a separate connection: those of the queue wait
 * for an unavailable Redis.
 */
export async function redisFigures(url: string, prefix: string): Promise<QueueFigures> {
  const { Redis } = await import('ioredis')
  const times = { connectTimeout: patienceMs, commandTimeout: patienceMs }
  const client = new Redis(url, { ...times, lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const info = new Map((await client.info()).split('\r\n').map((line) => splitAt(line)))
    const keys = await keysBelow((cursor, pattern) => client.scan(cursor, 'MATCH', pattern, 'COUNT', 500), prefix)
    const numberOf = (name: string) => Number(info.get(name) ?? 0)
    return {
      backend: 'redis',
      version: info.get('redis_version') ?? '',
      uptime_in_seconds: numberOf('uptime_in_seconds'),
      connected_clients: numberOf('connected_clients'),
      used_memory_human: info.get('used_memory_human') ?? '',
      total_commands_processed: numberOf('total_commands_processed'),
      celery_keys_count: keys.length,
      celery_keys: keys.slice(0, maxKeys),
    }
  } finally {
    client.disconnect()
  }
}

function splitAt(line: string): [string, string] {
  const place = line.indexOf(':')
  return place < 0 ? [line, ''] : [line.slice(0, place), line.slice(place + 1)]
}

/** Scans in steps and keeps only our keys: a shared Redis may hold millions. */
async function keysBelow(
  scan: (cursor: string, pattern: string) => Promise<[string, string[]]>,
  prefix: string,
): Promise<string[]> {
  const found = new Set<string>()
  const pattern = `${prefix.replaceAll(/[[\]*?\\]/g, String.raw`\$&`)}:*`
  let cursor = '0'
  do {
    const [next, keys] = await scan(cursor, pattern)
    for (const key of keys) found.add(key)
    cursor = next
  } while (cursor !== '0')
  return [...found].toSorted()
}

/** Figures of the database with the queue: its own transactions and size; as keys, its jobs. */
export async function databaseFigures(pool: Pick<pg.Pool, 'query'>): Promise<QueueFigures> {
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
