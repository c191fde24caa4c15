import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A real file system of so many megabytes at `folder`, that only the server sees and that ends with it: a mount namespace of its own, which Linux gives to anybody who may
 * have user namespaces, and to root. Pass it to `spawnServer` as what comes before the server. `isTwice`: when the server has ended, it is run once more on the same disk,
 * five seconds later.
 */
export function withSmallDisk(folder: string, megabytes: number, { isTwice = false } = {}): string[] {
  if (process.platform !== 'linux')
    throw new Error('a full disk is tested with a mount namespace, which only Linux has')
  const asOneself = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps']
  const script = [
    'mount -t tmpfs -o "size=$1m,mode=0711" tmpfs "$2" || exit 1',
    'shift 2',
    ...(isTwice ? ['"$@"', 'sleep 5'] : []),
    'exec "$@"',
  ].join('\n')
  return ['unshare', '--mount', ...asOneself, 'sh', '-c', script, 'small-disk', String(megabytes), folder]
}

/** What the server of this pid sees at `path`. */
export function pathInside(pid: number, path: string): string {
  return join(`/proc/${pid}/root`, path)
}

/** Fills the disk that `folder` stands on until `leave` bytes are left, and answers how to free it again. */
export async function fillDisk(folder: string, leave = 0): Promise<() => Promise<void>> {
  const path = join(folder, `somebody-elses-${Math.random()}`)
  const file = await open(path, 'w')
  const piece = Buffer.alloc(1_048_576, 1)
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder)
      const length = Math.min(piece.length, bavail * bsize - leave)
      if (length <= 0) break
      await file.write(piece, 0, length)
    }
  } catch (error) {
    // Others write too: the last pieces may be taken by them.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
  return () => rm(path, { force: true })
}
