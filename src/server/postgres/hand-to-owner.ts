import { chownSync, statSync } from 'node:fs'

/** What root writes into somebody's data folder belongs to that somebody, who may start the server himself next time. */
export function handToOwner(path: string, dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  if (uid !== 0) chownSync(path, uid, gid)
}
