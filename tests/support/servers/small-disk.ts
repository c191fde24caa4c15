import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Command prefix that gives a server a real file system of `megabytes` MB at `folder`, visible only
 * to it and removed with it. Uses a mount namespace, which Linux allows to root and to users
 * with user namespaces. Pass it to `spawnServer`. `isTwice`: runs the server again on the same disk
 * five seconds after it has ended.
 */
export function buildSmallDiskCommand(folder: string, megabytes: number, { isTwice = false } = {}): string[] {
  if (process.platform !== 'linux')
    throw new Error('a full disk is tested with a mount namespace, which only Linux has')
  const userNamespace = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps']
  const script = [
    'mount -t tmpfs -o "size=$1m,mode=0711" tmpfs "$2" || exit 1',
    'shift 2',
    ...(isTwice ? ['"$@"', 'sleep 5'] : []),
    'exec "$@"',
  ].join('\n')
  return ['unshare', '--mount', ...userNamespace, 'sh', '-c', script, 'small-disk', String(megabytes), folder]
}

/** `path` as the server with this pid sees it. */
export function buildInnerPath(pid: number, path: string): string {
  return join(`/proc/${pid}/root`, path)
}

/**
 * Fills the disk of `folder` until `leave` bytes are left; returns a function that frees the space.
 */
export async function fillDisk(folder: string, leaveBytes = 0): Promise<() => Promise<void>> {
  const path = join(folder, `somebody-elses-${Math.random()}`)
  const file = await open(path, 'w')
  const piece = Buffer.alloc(1_048_576, 1)
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder)
      const length = Math.min(piece.length, bavail * bsize - leaveBytes)
      if (length <= 0) break
      await file.write(piece, 0, length)
    }
  } catch (error) {
    // Other writers may take the last bytes.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
  return () => rm(path, { force: true })
}
