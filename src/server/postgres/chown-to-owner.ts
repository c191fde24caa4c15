import { chownSync, statSync } from 'node:fs'

/**
 * Files that root writes into a user's data folder are given to that user, who may start the server
 * next time.
 */
export function chownToOwner(path: string, dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  if (uid !== 0) chownSync(path, uid, gid)
}
