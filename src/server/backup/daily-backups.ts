import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { dayMs } from '#contract/dates/day-ms.ts'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { connectAlone, type Database } from '#server/db/client.ts'
import { classifyDatabaseError, findErrorCode } from '#server/db/database-failure.ts'
import { endConnection } from '#server/db/pool-probe.ts'
import { logFailure } from '#server/logging/log.ts'
import { startRepeating } from '#server/tasks/daily.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { BackupError, readBackupKey } from './backup-key.ts'
import { checkBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

export interface DailyBackupOptions {
  db: Database
  /** Connection string of the database owner; holds a password. */
  ownerUrl: string
  /** Must exist. Creating it could fill another disk when the backup disk is not plugged in. */
  folder: string
  keyFile: string
  now: () => Date
  newId: () => string
  /** Aborts a running backup; the next process to look makes it. */
  signal: AbortSignal
}

/**
 * Makes one encrypted backup per office day. Checks now and every hour, so a failed backup is
 * retried and a missed one made up for. One of several processes makes it. The result is recorded
 * in `backup_run`. Returns a function that stops it.
 */
export function startDailyBackups(
  log: FastifyBaseLogger,
  backups: DailyBackupOptions,
  { pollMs = 3_600_000 }: { pollMs?: number } = {},
): () => Promise<void> {
  return startRepeating(log, {
    everyMs: pollMs,
    run: async () => void (await backUpWhenDue(log, backups)),
    onFailure: 'could not check whether a backup is due',
  })
}

/** Arbitrary constant, unique among the advisory locks of this database. */
const advisoryLockKey = 66_757_100

/** Returns true when a backup was made. Throws only when the result cannot be recorded. */
export async function backUpWhenDue(log: FastifyBaseLogger, backups: DailyBackupOptions): Promise<boolean> {
  if (backups.signal.aborted || !(await isDue(backups))) return false
  const client = await connectAlone(backups.ownerUrl)
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [advisoryLockKey])
    // Looks again under the lock, because another process may have made it meanwhile.
    if (rows[0]?.held !== true || !(await isDue(backups))) return false
    return await backUp(log, backups)
  } finally {
    await endConnection(client)
  }
}

async function isDue({ db, now }: DailyBackupOptions): Promise<boolean> {
  const last = await db
    .selectFrom('backup_run')
    .select('started_at')
    .where('error', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last === undefined || toOfficeDay(Date.parse(last.started_at)) !== toOfficeDay(now().getTime())
}

async function backUp(log: FastifyBaseLogger, backups: DailyBackupOptions): Promise<boolean> {
  const startedAt = backups.now()
  const file = makeBackupName(startedAt)
  try {
    const result = await makeVerifiedBackup(backups, { file, now: startedAt })
    await recordRun(backups, startedAt, { file, ...result, error: null })
    await removeOld(log, backups.folder)
    log.info({ file, ...result }, 'made the daily backup')
    return true
  } catch (error) {
    if (backups.signal.aborted) return false
    logFailure(log, error, 'could not make the daily backup')
    await recordRun(backups, startedAt, {
      file: null,
      bytes: null,
      sha256: null,
      rows: null,
      error: describeFailure(error),
    })
    return false
  }
}

interface BackupResult {
  bytes: number
  sha256: string
  rows: number
}

/**
 * The file counts only after it was read back completely with the key that will have to open it.
 */
async function makeVerifiedBackup(
  { ownerUrl, folder, keyFile, signal }: DailyBackupOptions,
  { file, now }: { file: string; now: Date },
): Promise<BackupResult> {
  const key = readBackupKey(keyFile, () => undefined)
  await removePartialFiles(folder)
  const path = join(folder, file)
  const { tables } = await writeBackup(ownerUrl, { file: path, now, key, signal })
  try {
    await checkBackup({ file: path, key }, signal)
    const { size: bytes } = await stat(path)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { bytes, sha256: await hashFile(path, signal), rows }
  } catch (error) {
    // An unverified file must not push out a good one.
    await rm(path, { force: true })
    throw error
  }
}

async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { signal })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/**
 * Only the holder of the lock writes such files, so an unfinished one was left by a killed process.
 */
async function removePartialFiles(folder: string): Promise<void> {
  const files = await readdir(folder)
  for (const file of files.filter(isPartial)) await rm(join(folder, file), { force: true })
}

async function removeOld(log: FastifyBaseLogger, folder: string): Promise<void> {
  try {
    const files = (await readdir(folder)).filter((file) => parseBackupDay(file) !== undefined)
    const keptFiles = chooseBackupsToKeep(files)
    for (const file of files) if (!keptFiles.has(file)) await rm(join(folder, file), { force: true })
  } catch (error) {
    logFailure(log, error, 'could not remove old backups')
  }
}

type BackupOutcome = { [Key in 'file' | 'sha256']: string | null } & { [Key in 'bytes' | 'rows']: number | null } & {
  error: string | null
}

/** How long results are kept: somewhat more than a year. */
const runRetentionMs = 400 * dayMs

async function recordRun(
  { db, now, newId }: DailyBackupOptions,
  startedAt: Date,
  outcome: BackupOutcome,
): Promise<void> {
  const run = { id: newId(), started_at: startedAt.toISOString(), ended_at: now().toISOString(), host: hostname() }
  const oldestKept = new Date(startedAt.getTime() - runRetentionMs).toISOString()
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('backup_run')
      .values({ ...run, ...outcome })
      .execute()
    await trx.deleteFrom('backup_run').where('started_at', '<', oldestKept).execute()
    const detail = outcome.error === null ? { rows: outcome.rows } : { failed: true }
    await writeTrail(trx, {
      user: null,
      userName: '서버(자동 백업)',
      ipAddress: null,
      act: 'backup',
      ...(outcome.file !== null && { subject: outcome.file }),
      detail: { ...detail, sealed: true },
    })
  })
}

/** The failure in one line for an administrator; the log has the details. */
function describeFailure(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const code = findErrorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return '백업 폴더(BACKUP_DIR)가 있는 디스크에 남은 공간이 없습니다.'
  if (code === 'ENOENT' || code === 'ENOTDIR') return '백업 폴더(BACKUP_DIR)가 없습니다.'
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return '백업 폴더(BACKUP_DIR)에 쓸 권한이 없습니다.'
  if (classifyDatabaseError(error) !== undefined) return '데이터베이스에 연결할 수 없어 백업하지 못했습니다.'
  return '백업하지 못했습니다. 자세한 내용은 서버 로그에 있습니다.'
}

/**
 * Selects the daily backups to keep: the newest of each of the last 7 days, 4 weeks (Monday to
 * Sunday) and 12 months that have one. Days without a backup don't count, so an office that was
 * closed for a summer still has its earlier backups.
 */
export function chooseBackupsToKeep(files: readonly string[]): Set<string> {
  const newestFirst = files
    .filter((file) => parseBackupDay(file) !== undefined)
    .toSorted()
    .toReversed()
  return new Set([
    ...pickNewestPerSpan(newestFirst, 7, (day) => day),
    ...pickNewestPerSpan(newestFirst, 4, findMonday),
    ...pickNewestPerSpan(newestFirst, 12, (day) => day.slice(0, 7)),
  ])
}

/** `office-2026-11-24T020003Z.backup`; names sort by time. */
export function makeBackupName(now: Date): string {
  return `office-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`
}

/** The office day of one of our files; undefined for other files, which are never removed. */
export function parseBackupDay(file: string): string | undefined {
  const [, day, hour, minute, second] = /^office-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(file) ?? []
  const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : toOfficeDay(time)
}

/** True for a file that a killed server left half written. */
export function isPartial(file: string): boolean {
  return /^office-[\dTZ-]+\.backup\.\d+\.partial$/.test(file)
}

function pickNewestPerSpan(newestFirst: readonly string[], count: number, getSpan: (day: string) => string): string[] {
  const newest = new Map<string, string>()
  for (const file of newestFirst) {
    const span = getSpan(parseBackupDay(file) ?? '')
    if (!newest.has(span)) newest.set(span, file)
  }
  return [...newest.values()].slice(0, count)
}

function findMonday(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}
