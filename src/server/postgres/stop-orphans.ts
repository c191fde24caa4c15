import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

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

/** True for a zombie too, which counts as gone elsewhere. */
function isPidInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
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
    if (readProcessMark(pid) === undefined) return true
    await delay(20)
  }
  return false
}

/**
 * A text that stays the same while this process lives and differs for any later process with the
 * same pid. Undefined when no such process runs (a zombie counts as gone once its last thread has
 * ended).
 */
export function readProcessMark(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  if (process.platform === 'linux') return linuxMark(pid)
  if (process.platform === 'win32') return 'alive'
  return runCommand('ps', ['-o', 'lstart=', '-p', String(pid)])
}

/**
 * True for a process that was killed but still holds sockets and memory, which takes a moment on a
 * busy machine. Linux only.
 */
export function isDying(pid: number): boolean {
  if (process.platform !== 'linux' || readProcessMark(pid) === undefined) return false
  try {
    const isExiting = (Number(readStat(pid)[6]) & exitingFlag) !== 0
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const pending = [...status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gm)].map(([, mask = '0']) =>
      BigInt(`0x${mask}`),
    )
    return isExiting || pending.some((mask) => (mask & sigkillBit) !== 0n)
  } catch {
    return false
  }
}

/** The kernel's PF_EXITING, and SIGKILL as a bit of a signal mask. */
const exitingFlag = 0x4
const sigkillBit = 1n << 8n

/** Command line of a running process, or '' when it cannot be read. */
export function readCommandLine(pid: number): string {
  if (process.platform === 'win32') return ''
  if (process.platform !== 'linux') return runCommand('ps', ['-o', 'command=', '-p', String(pid)]) ?? ''
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Boot id and start tick. */
function linuxMark(pid: number): string | undefined {
  try {
    const fields = readStat(pid)
    const isDead = fields[0] === 'X' || (fields[0] === 'Z' && readdirSync(`/proc/${pid}/task`).length <= 1)
    if (isDead) return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
  } catch {
    return undefined
  }
}

/**
 * Fields of /proc/pid/stat from the state on; the process name before them may contain spaces and
 * parentheses.
 */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function runCommand(command: string, args: string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined
  } catch {
    return undefined
  }
}
