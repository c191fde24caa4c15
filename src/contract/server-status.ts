import { z } from 'zod'

export const serverStatusPath = '/api/server_status'

const instant = z.iso.datetime({ offset: true })
const count = z.int().nonnegative()

/** A disk: which of the office's folders stand on it, and bytes. */
const diskSchema = z.object({ folder: z.enum(['data', 'backup']), free: count, total: count })
export type DiskStatus = z.infer<typeof diskSchema>

/** What only the database knows, and how it is itself. */
const databaseFigures = z.object({
  database: z.object({
    /** Until it answered a question that costs it nothing. */
    answer_ms: z.number().nonnegative(),
    version: z.string(),
    bytes: count,
    connections: count,
    most_connections: count,
    /** How long the longest of the questions that run now has been running; null: none runs. */
    longest_question_ms: z.number().nonnegative().nullable(),
    is_full: z.boolean(),
  }),
  queue: z.object({
    waiting: count,
    running: count,
    /** Asked for in the last 24 hours. */
    failed: count,
    waiting_since: instant.nullable(),
  }),
  backup: z.object({
    /** Whether the server makes them by itself. */
    is_automatic: z.boolean(),
    /** The last that stands, made by the server or by hand. */
    last: z.object({ at: instant, file: z.string() }).nullable(),
    /** Of the last seven days those that this machine made, should still have and does not find in its folder; 0 also where the whole folder is gone. */
    missing: count,
    /** The last is more than two days old, or there is none. */
    is_old: z.boolean(),
    /** Why the server's newest try failed; null: it did not. */
    failure: z.object({ at: instant, message: z.string() }).nullable(),
  }),
  devices: z.object({
    /** Sessions that were used in the last 30 days and have not ended. */
    total: count,
    /** Those among them that were last seen with another build of the app than this server serves. */
    outdated: z.array(
      z.object({ user_name: z.string(), device: z.string(), build: z.string(), last_used_at: instant }),
    ),
  }),
  /** Workers that showed a sign of life in the last day, in servers or in processes of their own. */
  processes: z.array(
    z.object({
      host: z.string(),
      pid: z.int(),
      version: z.string(),
      started_at: instant,
      seen_at: instant,
      is_alive: z.boolean(),
      running: count,
    }),
  ),
})
export type DatabaseFigures = z.infer<typeof databaseFigures>

/** What an administrator asks on a bad day, as the process that answers sees it. `GET /api/server_status`, superusers only. */
export const serverStatusSchema = z.object({
  asked_at: instant,
  /** Null: the database does not answer. */
  figures: databaseFigures.nullable(),
  disks: z.array(diskSchema),
  /** Of the certificate that this process serves; null: it serves none itself. */
  certificate: z.object({ ends_at: instant, days_left: z.int() }).nullable(),
  /** Of the last hour, slowest first; `route` is the template of the path. */
  slowest: z.array(z.object({ method: z.string(), route: z.string(), count, p95_ms: z.number().nonnegative() })),
})
export type ServerStatus = z.infer<typeof serverStatusSchema>
