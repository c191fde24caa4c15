import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux keeps what is in it in memory. */
const inMemory = '/dev/shm'
const minRoomBytes = 2 * 1024 ** 3

/**
 * Where the databases of tests live: in memory if this machine has room there, else among the temporary files.
 * Copying a database makes some 400 files, which takes a slow disk half a second.
 */
export function quickTmpdir(): string {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= minRoomBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
