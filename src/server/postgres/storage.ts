import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync } from 'node:fs'
import { chown, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import { classifyDatabaseError } from '#server/db/database-failure.ts'

/** Whether there is disk space for new data. */
export interface StorageWatch {
  isFull(): boolean
  /** Records that a write failed for lack of space. */
  reportFull(): void
  stop(): Promise<void>
}

/**
 * Disk space reserved for the database, in bytes. PostgreSQL survives a full disk when writing a
 * row, but not when writing its log: then it ends and cannot recover. So the reserve is released
 * before the disk is full. Reading (log, sorting) then still has room, while new writes are
 * refused.
 */
const reserveBytes = 64 * 1_048_576

/** `free`: bytes available, including the `reserved` ones. */
async function readFreeSpace(folder: string): Promise<{ free: number; reserved: number }> {
  const { bavail, bsize } = await statfs(folder)
  const reserved = await stat(getReservePath(folder)).then(
    ({ size }) => size,
    () => 0,
  )
  return { free: bavail * bsize, reserved }
}

/**
 * Releases the reserve before a start: on a full disk PostgreSQL cannot start and no lock can be
 * written.
 */
export function releaseReserveForStart(folder: string): void {
  try {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < reserveBytes) rmSync(getReservePath(folder), { force: true })
  } catch {
    // No cluster yet.
  }
}

async function releaseReserve(folder: string): Promise<void> {
  await rm(getReservePath(folder), { force: true })
}

/**
 * Writes random bytes, because a compressing file system would reserve nothing for zeros. The file
 * belongs to the cluster's owner.
 */
async function createReserve(folder: string): Promise<void> {
  const draft = `${getReservePath(folder)}.part`
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      const piece = Buffer.allocUnsafe(1_048_576)
      for (let writtenBytes = 0; writtenBytes < reserveBytes; writtenBytes += piece.length)
        await file.write(randomFillSync(piece))
    } finally {
      await file.close()
    }
    const { uid, gid } = await stat(folder)
    if (process.getuid?.() === 0) await chown(draft, uid, gid)
    await rename(draft, getReservePath(folder))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function getReservePath(folder: string): string {
  return join(folder, 'office-reserve')
}

/** Below this, reserve included, new writes are refused: one and a half times the reserve. */
const minFreeBytes = 1.5 * reserveBytes
/** Above this, writes are accepted again; slightly more, to avoid flapping. */
const resumeBytes = minFreeBytes + 16 * 1_048_576
const intervalMs = 1000

/**
 * Checks every second whether there is space: on the disk of the embedded database's `folder`, and
 * after a "disk full" error of any database by a trial write. Stops automatically when there is
 * space again. Resolves after the first check.
 */
export async function watchStorage(options: {
  db: Database
  /** Folder of the embedded cluster; the disk of another machine cannot be checked from here. */
  folder?: string | undefined
  onFull?: (() => void) | undefined
  onSpaceFreed?: (() => void) | undefined
}): Promise<StorageWatch> {
  const { db, folder } = options
  const state = { isLow: false, isReportedFull: false, wasFull: false, isStopped: false }
  const isFull = () => state.isLow || state.isReportedFull
  let checking: Promise<void> | undefined

  async function check(): Promise<void> {
    if (folder !== undefined) state.isLow = await isLow(folder, state.isLow).catch(() => state.isLow)
    if (state.isReportedFull && (await canWrite(db))) state.isReportedFull = false
    if (isFull() === state.wasFull || state.isStopped) return
    state.wasFull = isFull()
    if (state.wasFull) options.onFull?.()
    else options.onSpaceFreed?.()
  }
  const checkOnce = () => {
    checking ??= check().finally(() => {
      checking = undefined
    })
    return checking
  }
  const timer = setInterval(() => void checkOnce(), intervalMs)
  timer.unref()
  await checkOnce()
  return {
    isFull,
    reportFull: () => {
      state.isReportedFull = true
      void checkOnce()
    },
    stop: async () => {
      state.isStopped = true
      clearInterval(timer)
      await checking
    },
  }
}

/** For tests that don't concern disk space. */
export const endlessStorage: StorageWatch = {
  isFull: () => false,
  reportFull: () => undefined,
  stop: async () => undefined,
}

/** Keeps the reserve while there is space, and releases it when space runs out. */
async function isLow(folder: string, wasLow: boolean): Promise<boolean> {
  const { free, reserved } = await readFreeSpace(folder)
  const available = free + reserved
  const isNowLow = available < (wasLow ? resumeBytes : minFreeBytes)
  if (isNowLow && reserved > 0) await releaseReserve(folder)
  if (!isNowLow && reserved === 0 && available >= resumeBytes) await createReserve(folder)
  return isNowLow
}

/**
 * Tries a temporary table of a hundred pages, which is dropped with its transaction. An unreachable
 * database counts as still full.
 */
async function canWrite(db: Database): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`create temp table room on commit drop as select repeat('x', 2000) as filling from generate_series(1, 400)`.execute(
        trx,
      )
    })
    return true
  } catch (error) {
    return classifyDatabaseError(error) === undefined
  }
}
