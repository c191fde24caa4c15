import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * A text that is the same for as long as this process lives and differs for any later process that gets the same pid.
 * Undefined when no such process runs (a zombie counts as gone).
 */
export function markOfProcess(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  if (process.platform === 'linux') return linuxMark(pid)
  if (process.platform === 'win32') return 'alive'
  return commandOutput('ps', ['-o', 'lstart=', '-p', String(pid)])
}

/** The command line of a running process, or '' where it cannot be read. */
export function commandLineOf(pid: number): string {
  if (process.platform === 'win32') return ''
  if (process.platform !== 'linux') return commandOutput('ps', ['-o', 'command=', '-p', String(pid)]) ?? ''
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
    // EPERM: the process is there, it only belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Boot id and start tick; the process name before them may hold spaces and parentheses, so counting begins after the last ')'. */
function linuxMark(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
  } catch {
    return undefined
  }
}

function commandOutput(command: string, args: string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined
  } catch {
    return undefined
  }
}
