import { z } from 'zod'

export const serverStatusPath = '/api/server_status'

const instant = z.iso.datetime({ offset: true })
const count = z.int().nonnegative()

/** A disk: which of the office's folders are on it; sizes in bytes. */
const diskSchema = z.object({ folder: z.enum(['data', 'backup']), free: count, total: count })
export type DiskStatus = z.infer<typeof diskSchema>

/**
 * `ready`: has replayed everything. `behind`: not yet. `paused`: an operator paused it.
 * `other_history`: another database, or one that a failover left behind. `no_replica`: takes writes
 * itself. `away`: no connection, no timely response, or an error. In all but the first, the
 * primary serves.
 */
const replicaState = z.enum(['ready', 'behind', 'paused', 'other_history', 'no_replica', 'away'])

/** Figures from the database and about it. */
const databaseFigures = z.object({
  database: z.object({
    /** Response time of a trivial query. */
    answer_ms: z.number().nonnegative(),
    version: z.string(),
    bytes: count,
    connections: count,
    most_connections: count,
    /** Running time of the longest current query; null if none is running. */
    longest_question_ms: z.number().nonnegative().nullable(),
    is_full: z.boolean(),
  }),
  /** The streaming replica that serves lists; null if none is configured. */
  replica: z
    .object({
      state: replicaState,
      /** Age of its data, at most; null if unknown. */
      lag_seconds: z.number().nonnegative().nullable(),
    })
    .nullable(),
  queue: z.object({
    waiting: count,
    running: count,
    /** Of tasks requested in the last 24 hours. */
    failed: count,
    waiting_since: instant.nullable(),
  }),
  backup: z.object({
    /** Whether the server makes backups itself. */
    is_automatic: z.boolean(),
    /** The last existing backup, made by the server or by hand. */
    last: z.object({ at: instant, file: z.string() }).nullable(),
    /**
     * Backups of the last seven days that this machine made and should still have but cannot find
     * in its folder; 0 also if the whole folder is missing.
     */
    missing: count,
    /** The last one is more than two days old, or there is none. */
    is_old: z.boolean(),
    /** Why the server's latest attempt failed; null if it succeeded. */
    failure: z.object({ at: instant, message: z.string() }).nullable(),
  }),
  devices: z.object({
    /** Sessions used in the last 30 days that have not ended. */
    total: count,
    /** Those last seen with another build of the app than this server serves. */
    outdated: z.array(
      z.object({ user_name: z.string(), device: z.string(), build: z.string(), last_used_at: instant }),
    ),
  }),
  /** Workers seen in the last day, in servers or in their own processes. */
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

/**
 * Status overview for administrators, as seen by the answering process. `GET /api/server_status`,
 * superusers only.
 */
export const serverStatusSchema = z.object({
  asked_at: instant,
  /** Null if the database does not respond. */
  figures: databaseFigures.nullable(),
  disks: z.array(diskSchema),
  /** The certificate this process serves; null if it serves none. */
  certificate: z.object({ ends_at: instant, days_left: z.int() }).nullable(),
  /** Slowest routes of the last hour, slowest first; `route` is the path template. */
  slowest: z.array(z.object({ method: z.string(), route: z.string(), count, p95_ms: z.number().nonnegative() })),
})
export type ServerStatus = z.infer<typeof serverStatusSchema>

/** `GET /api/health`: the process is alive. Always 200 with no details, because it is public. */
export const healthSchema = z.object({ status: z.literal('ok') })

/**
 * `GET /api/health/ready`: whether this server should get requests. `ready` and `storage_full`
 * (writes fail, reads work) with 200. With 503: `unavailable` (the database does not respond),
 * `migrating` (the schema is older than this program, for example after a restore under a running
 * server) and `draining` (the process is about to end).
 */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'storage_full', 'unavailable', 'migrating', 'draining']),
})
export type Readiness = z.infer<typeof readinessSchema>

/** `GET`, superusers: how this server is set up. Booleans only, never the values. */
export const setupPath = '/api/setup'

export const setupSchema = z.object({
  /** Whether BACKUP_KEY_FILE is set on the server. */
  has_backup_key: z.boolean(),
  /** Whether SUPERUSERS names anybody. */
  has_superusers: z.boolean(),
  /** Whether somebody else works here or was invited. */
  has_colleague: z.boolean(),
})
