import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** An in-memory file system on Linux. */
const inMemory = '/dev/shm'
const minRoomBytes = 2 * 1024 ** 3

/**
 * Folder for test databases: in memory if there is room, else the temporary folder. Copying a
 * database creates some 400 files, which takes half a second on a slow disk.
 */
export function chooseTmpdir(): string {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= minRoomBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
