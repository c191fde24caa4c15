import { sql } from 'kysely'
import type { Database } from './client.ts'

/**
 * Older windows are deleted (request-limits.ts), so no window may be longer, except for keys that
 * begin with `dayKey`.
 */
export const maxWindowSeconds = 600

/** Prefix of keys with a window of a day. */
export const dayKey = 'day '
export const daySeconds = 86_400

interface WindowCount {
  readonly count: number
  /** Start of the window. */
  readonly since: Date
  readonly secondsLeft: number
}

/**
 * Counts one event under this key, in a window opened by its first event. All server processes on
 * the database share the count, so each number is returned once. Uses the database's clock, because
 * those of the processes may differ.
 */
export async function countInWindow(db: Database, key: string, seconds: number): Promise<WindowCount> {
  const windowStart = sql`now() - make_interval(secs => ${seconds})`
  const { rows } = await sql<{ count: number; since: string; seconds_left: number }>`
    insert into rate_count as counted (key, started_at, count) values (${key}, now(), 1)
    on conflict (key) do update set
      count = case when counted.started_at > ${windowStart} then counted.count + 1 else 1 end,
      started_at = case when counted.started_at > ${windowStart} then counted.started_at else now() end
    returning count, started_at as since, ceil(${seconds} - extract(epoch from now() - started_at))::int as seconds_left
  `.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('the count returned no row')
  return { count: counted.count, since: new Date(counted.since), secondsLeft: counted.seconds_left }
}
