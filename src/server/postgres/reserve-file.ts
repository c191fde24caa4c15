import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync } from 'node:fs'
import { chown, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Room put aside on the disk of the database. PostgreSQL can refuse a row for want of room and go on, but not the next piece of its log: then it ends, and cannot
 * even recover. So before the disk is full this is given back: what reading still needs (its log, its sorting) has room, while nobody writes anything new.
 */
export const reserveBytes = 64 * 1_048_576

/** `free` bytes for anybody, and those of them that are put aside. */
export async function readRoom(folder: string): Promise<{ free: number; reserved: number }> {
  const { bavail, bsize } = await statfs(folder)
  const reserved = await stat(reserveIn(folder)).then(
    ({ size }) => size,
    () => 0,
  )
  return { free: bavail * bsize, reserved }
}

/** Before a start: on a full disk PostgreSQL would not come up, nor could a lock be written. */
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

/** Random bytes: a file system that compresses would put nothing aside for zeros. The file belongs to whoever owns the cluster. */
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
