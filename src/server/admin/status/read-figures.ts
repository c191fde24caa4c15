import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { DatabaseFigures, DiskStatus, ServerStatus } from '#contract/admin/server-status.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { chooseBackupsToKeep } from '#server/backup/daily-backups.ts'
import type { Config } from '#server/config/config.ts'
import { classifyDatabaseError } from '#server/db/database-failure.ts'
import type { Replica } from '#server/db/replica.ts'
import type { Deps } from '#server/deps.ts'

type StatusContext = Pick<Deps, 'db' | 'now' | 'config' | 'storage'>

/** All database figures; null when the database does not respond. `build`: see `readDevices`. */
export async function readServerFigures(
  context: StatusContext & { replica: Replica },
  build: string | null,
): Promise<DatabaseFigures | null> {
  return await nullIfUnreachable(async () => {
    const [database, replica, queue, backup, devices, processes] = await Promise.all([
      readDatabase(context),
      readReplica(context),
      readQueue(context),
      readBackups(context),
      readDevices(context, build),
      readProcesses(context),
    ])
    return { database, replica, queue, backup, devices, processes }
  })
}

/** Result of `read`, or null when the database does not respond. */
export async function nullIfUnreachable<Read>(read: () => Promise<Read>): Promise<Read | null> {
  try {
    return await read()
  } catch (error) {
    if (classifyDatabaseError(error) === undefined) throw error
    return null
  }
}

/** Size and load of the database. Throws when it does not respond. */
export async function readDatabase({ db, storage }: StatusContext): Promise<DatabaseFigures['database']> {
  const start = performance.now()
  await sql`select 1`.execute(db)
  const answerMs = performance.now() - start
  // Running queries are visible only for sessions of our own role; the session count covers all
  // roles.
  const { rows } = await sql<Omit<DatabaseFigures['database'], 'answer_ms' | 'is_full'>>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      count(*)::int as connections, current_setting('max_connections')::int as most_connections,
      max(extract(epoch from clock_timestamp() - query_start) * 1000)
        filter (where state = 'active' and pid <> pg_backend_pid())::float8 as longest_question_ms
    from pg_stat_activity where datname = current_database()`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('pg_stat_activity returned no row')
  return { ...row, answer_ms: answerMs, is_full: storage.isFull() }
}

export async function readReplica({ replica }: { replica: Replica }): Promise<DatabaseFigures['replica']> {
  const status = await replica.readStatus()
  return status && { state: status.state, lag_seconds: status.lagSeconds }
}

/** The queue of background work, over all processes. */
export async function readQueue({ db, now }: StatusContext): Promise<DatabaseFigures['queue']> {
  const { rows } = await sql<DatabaseFigures['queue']>`
    select count(*) filter (where status = 'pending')::int as waiting, count(*) filter (where status = 'processing')::int as running,
      count(*) filter (where status = 'failed' and requested_at > ${subtractMs(now(), dayMs)}::timestamptz)::int as failed,
      min(requested_at) filter (where status = 'pending') as waiting_since
    from download_task`.execute(db)
  return rows[0] ?? { waiting: 0, running: 0, failed: 0, waiting_since: null }
}

/**
 * The last successful backup according to the trail, which includes those made by hand, and the
 * result of the server's latest attempt.
 */
export async function readBackups({
  db,
  now,
  config,
}: Pick<StatusContext, 'db' | 'now' | 'config'>): Promise<DatabaseFigures['backup']> {
  const last = await db
    .selectFrom('audit')
    .select(['at', 'subject'])
    .where('act', '=', 'backup')
    .where(sql<boolean>`coalesce(not detail ? 'failed', true)`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const newest = await db
    .selectFrom('backup_run')
    .select(['started_at', 'error'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const failed = newest?.error ? { at: newest.started_at, message: newest.error } : null
  return {
    is_automatic: config.backupDir !== undefined,
    last: last === undefined ? null : { at: last.at, file: last.subject ?? '' },
    missing: await countMissing({ db, now, config }),
    is_old: last === undefined || Date.parse(last.at) < now().getTime() - 2 * dayMs,
    failure: failed,
  }
}

/**
 * Counts recent backups that are missing from the folder. An unplugged disk leaves an empty mount
 * folder behind, and new backups would silently go there.
 */
async function countMissing({ db, now, config }: Pick<StatusContext, 'db' | 'now' | 'config'>): Promise<number> {
  if (config.backupDir === undefined) return 0
  const backups = await db
    .selectFrom('backup_run')
    .select('file')
    .where('host', '=', hostname())
    .where('started_at', '>', subtractMs(now(), 7 * dayMs))
    .execute()
  const presentFiles = await readdir(config.backupDir).catch(() => undefined)
  if (presentFiles === undefined) return 0
  const files = chooseBackupsToKeep(backups.flatMap(({ file }) => file ?? []))
  return [...files].filter((file) => !presentFiles.includes(file)).length
}

/** `build`: the app build that this server serves; null when it has none (development). */
async function readDevices({ db, now }: StatusContext, build: string | null): Promise<DatabaseFigures['devices']> {
  const sessions = db
    .selectFrom('session')
    .where('session.ended_at', 'is', null)
    .where('session.last_used_at', '>', subtractMs(now(), 30 * dayMs))
  const { total } = await sessions.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const outdated = await sessions
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(['app_user.nickname as user_name', 'session.device', 'session.app_build as build', 'session.last_used_at'])
    .where('session.app_build', '<>', build ?? '')
    .orderBy('session.last_used_at', 'desc')
    .limit(maxDevices)
    .execute()
  return {
    total,
    outdated: build === null ? [] : outdated.map((device) => ({ ...device, build: device.build ?? '' })),
  }
}

/** Workers by their heartbeats (tasks/queue-state.ts), in servers or in separate processes. */
export async function readProcesses({ db, now }: StatusContext): Promise<DatabaseFigures['processes']> {
  const rows = await db
    .selectFrom('task_worker')
    .selectAll()
    .where('seen_at', '>', subtractMs(now(), dayMs))
    .orderBy('started_at')
    .execute()
  return rows.map(({ host, pid, version, started_at, seen_at, doing }) => ({
    host,
    pid,
    version,
    started_at,
    seen_at,
    is_alive: Date.parse(seen_at) > now().getTime() - silentMs,
    running: doing.length,
  }))
}

/** Three missed heartbeats. */
const silentMs = 20_000
/** Maximum number of outdated devices listed. */
const maxDevices = 50

function subtractMs(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString()
}

/**
 * Disks of this machine that hold the office's folders. A folder that is missing (an unplugged
 * stick) is left out.
 */
export async function readDisks({ dataDir, backupDir }: Config): Promise<DiskStatus[]> {
  const folders = [
    { folder: 'data' as const, path: dataDir },
    ...(backupDir === undefined ? [] : [{ folder: 'backup' as const, path: backupDir }]),
  ]
  const disks = await Promise.all(folders.map(({ folder, path }) => readDisk(folder, path)))
  return disks.filter((disk) => disk !== null)
}

/**
 * Expiry of the TLS certificate that this process serves; null when it serves none (TLS ends at a
 * proxy, or there is none).
 */
export function readCertificateEnd({ tls }: Pick<Config, 'tls'>): Date | null {
  return tls === undefined ? null : new X509Certificate(readFileSync(tls.certPath)).validToDate
}

export function getCertificateStatus(end: Date | null, now: Date): ServerStatus['certificate'] {
  if (end === null) return null
  return { ends_at: end.toISOString(), days_left: Math.floor((end.getTime() - now.getTime()) / dayMs) }
}

async function readDisk(folder: DiskStatus['folder'], path: string): Promise<DiskStatus | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return { folder, free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}
