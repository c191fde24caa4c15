import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * A text that stays the same while this process lives and differs for any later process with the
 * same pid. Undefined when no such process runs (a zombie counts as gone once its last thread has
 * ended).
 */
export function readProcessIdentity(pid: number): string | undefined {
  if (!isPidInUse(pid)) return undefined
  if (process.platform === 'linux') return readLinuxIdentity(pid)
  if (process.platform === 'win32') return 'alive'
  return runCommand('ps', ['-o', 'lstart=', '-p', String(pid)])
}

/** True for a zombie too, which `readProcessIdentity` counts as gone. */
export function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * True for a process that was killed but still holds sockets and memory, which takes a moment on a
 * busy machine. Linux only.
 */
export function isDying(pid: number): boolean {
  if (process.platform !== 'linux' || readProcessIdentity(pid) === undefined) return false
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

/** Boot id and start tick. */
function readLinuxIdentity(pid: number): string | undefined {
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
