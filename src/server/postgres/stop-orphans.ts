import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandLineOf, isDying, markOfProcess } from './process-mark.ts'

/**
 * Ends what a killed server left running on a cluster, so that PostgreSQL can start there again. Only for who holds the lock of the data folder.
 *
 * A postmaster that outlived its server is stopped in order: that costs less than a second and leaves a cluster that needs no recovery. When the postmaster
 * was killed too, its children live on until they next look up from their work, attached to the shared memory that keeps a new postmaster out; and its
 * pid file names a process that may still be dying, be a zombie nobody buries, or be a stranger by now.
 */
export async function stopOrphans(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const place = realpathSync(folder)
  const pidFile = join(folder, 'postmaster.pid')
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : Number.NaN
  const isKnown = Number.isInteger(pid) && pid > 1
  if (isKnown) await stopPostmaster(pid, [folder, place])
  await stopChildren(place)
  // PostgreSQL asks only whether some process has this pid, and would take a zombie or a stranger for its postmaster.
  if (isKnown && isTaken(pid) && !isPostmaster(pid, [folder, place])) rmSync(pidFile, { force: true })
}

async function stopPostmaster(pid: number, folders: string[]): Promise<void> {
  if (isDying(pid)) await isGone(pid, 10)
  if (!isPostmaster(pid, folders)) return
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    send(pid, signal)
    if (await isGone(pid, seconds)) return
  }
}

/** With their postmaster gone they serve nobody. The cluster recovers at the next start as after a power failure, whatever they were at. */
async function stopChildren(place: string): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGQUIT', 3],
    ['SIGKILL', 10],
  ] as const) {
    const children = childrenIn(place)
    if (children.length === 0) return
    for (const pid of children) send(pid, signal)
    await Promise.all(children.map((pid) => isGone(pid, seconds)))
  }
}

function isPostmaster(pid: number, folders: string[]): boolean {
  return folders.some((folder) => commandLineOf(pid).includes(` -D ${folder} `))
}

/** Every process of PostgreSQL works in the folder of its cluster and says in its title what it is. Elsewhere than on Linux the start is tried again instead. */
function childrenIn(place: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && workingFolderOf(pid) === place && /^postgres:? /.test(commandLineOf(pid)))
}

function workingFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Also by a zombie, which counts as gone everywhere else. */
function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}

async function isGone(pid: number, seconds: number): Promise<boolean> {
  const until = Date.now() + seconds * 1000
  while (Date.now() < until) {
    if (markOfProcess(pid) === undefined) return true
    await delay(20)
  }
  return false
}
