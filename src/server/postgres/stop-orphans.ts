import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDying, isPidInUse, readCommandLine, readProcessIdentity } from './process-identity.ts'

/**
 * Ends processes that a killed server left on a cluster, so that PostgreSQL can start again. Only
 * for the holder of the data folder's lock.
 *
 * A postmaster that outlived its server is shut down cleanly, which takes less than a second and
 * needs no recovery. When the postmaster was killed too, its children live until they finish their
 * current work, attached to the shared memory that keeps a new postmaster out. Its pid file may
 * name a dying process, a zombie, or an unrelated process.
 */
export async function stopOrphans(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const folderPath = realpathSync(folder)
  const pidFile = join(folder, 'postmaster.pid')
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : Number.NaN
  const hasPid = Number.isInteger(pid) && pid > 1
  if (hasPid) await stopPostmaster(pid, [folder, folderPath])
  await stopChildren(folderPath)
  // PostgreSQL only checks that some process has this pid, and would take a zombie or an unrelated
  // process for its postmaster.
  if (hasPid && isPidInUse(pid) && !isPostmaster(pid, [folder, folderPath])) rmSync(pidFile, { force: true })
}

async function stopPostmaster(pid: number, folders: string[]): Promise<void> {
  if (isDying(pid)) await waitUntilGone(pid, 10)
  if (!isPostmaster(pid, folders)) return
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    sendSignal(pid, signal)
    if (await waitUntilGone(pid, seconds)) return
  }
}

/**
 * Without their postmaster they serve nobody. The cluster recovers at the next start as after a
 * power failure.
 */
async function stopChildren(folderPath: string): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGQUIT', 3],
    ['SIGKILL', 10],
  ] as const) {
    const children = listChildren(folderPath)
    if (children.length === 0) return
    for (const pid of children) sendSignal(pid, signal)
    await Promise.all(children.map((pid) => waitUntilGone(pid, seconds)))
  }
}

function isPostmaster(pid: number, folders: string[]): boolean {
  return folders.some((folder) => readCommandLine(pid).includes(` -D ${folder} `))
}

/**
 * Every PostgreSQL process works in the cluster's folder and names its role in its title. On
 * systems other than Linux the start is retried instead.
 */
function listChildren(folderPath: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && readWorkingFolder(pid) === folderPath && /^postgres:? /.test(readCommandLine(pid)))
}

function readWorkingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended.
  }
}

async function waitUntilGone(pid: number, seconds: number): Promise<boolean> {
  const until = Date.now() + seconds * 1000
  while (Date.now() < until) {
    if (readProcessIdentity(pid) === undefined) return true
    await delay(20)
  }
  return false
}
