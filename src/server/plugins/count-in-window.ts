import { sql } from 'kysely'
import type { Database } from '../db/client.ts'

/** What is older is forgotten (shared-limit.ts): no window may be longer, save for keys that begin with `dayKey`. */
export const maxWindowSeconds = 600

/** Begins the keys of what is counted for a day. */
export const dayKey = 'day '
export const daySeconds = 86_400

export interface Counted {
  readonly count: number
  /** When the first of the window came. */
  readonly since: Date
  readonly secondsLeft: number
}

/**
 * One more under this key, in the window that the first of them opened: counted by all server processes on the database together, so that each number is answered once. By
 * the clock of the database: the processes' own may differ.
 */
export async function countInWindow(db: Database, key: string, seconds: number): Promise<Counted> {
  const begin = sql`now() - make_interval(secs => ${seconds})`
  const { rows } = await sql<{ count: number; since: string; seconds_left: number }>`
    insert into rate_count as counted (key, started_at, count) values (${key}, now(), 1)
    on conflict (key) do update set
      count = case when counted.started_at > ${begin} then counted.count + 1 else 1 end,
      started_at = case when counted.started_at > ${begin} then counted.started_at else now() end
    returning count, started_at as since, ceil(${seconds} - extract(epoch from now() - started_at))::int as seconds_left
  `.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('nothing was counted')
  return { count: counted.count, since: new Date(counted.since), secondsLeft: counted.seconds_left }
}
