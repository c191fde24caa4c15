import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync } from 'node:fs'
import { chown, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Disk space reserved for the database, in bytes. PostgreSQL survives a full disk when writing a
 * row, but not when writing its log: then it ends and cannot recover. So the reserve is released
 * before the disk is full. Reading (log, sorting) then still has room, while new writes are
 * refused.
 */
export const reserveBytes = 64 * 1_048_576

/** `free`: bytes available, including the `reserved` ones. */
export async function readRoom(folder: string): Promise<{ free: number; reserved: number }> {
  const { bavail, bsize } = await statfs(folder)
  const reserved = await stat(reserveIn(folder)).then(
    ({ size }) => size,
    () => 0,
  )
  return { free: bavail * bsize, reserved }
}

/**
 * Releases the reserve before a start: on a full disk PostgreSQL cannot start and no lock can be
 * written.
 */
export function makeRoomToStart(folder: string): void {
  try {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < reserveBytes) rmSync(reserveIn(folder), { force: true })
  } catch {
    // No cluster yet.
  }
}

export async function releaseReserve(folder: string): Promise<void> {
  await rm(reserveIn(folder), { force: true })
}

/**
 * Writes random bytes, because a compressing file system would reserve nothing for zeros. The file
 * belongs to the cluster's owner.
 */
export async function putReserveAside(folder: string): Promise<void> {
  const draft = `${reserveIn(folder)}.part`
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      const piece = Buffer.allocUnsafe(1_048_576)
      for (let written = 0; written < reserveBytes; written += piece.length) await file.write(randomFillSync(piece))
    } finally {
      await file.close()
    }
    const { uid, gid } = await stat(folder)
    if (process.getuid?.() === 0) await chown(draft, uid, gid)
    await rename(draft, reserveIn(folder))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function reserveIn(folder: string): string {
  return join(folder, 'office-reserve')
}
