import { readdirSync, readFileSync } from 'node:fs'
import type { DrivenTab } from './driver.ts'

interface RunningProcess {
  pid: number
  /** The first 15 letters of its program's name. */
  name: string
  residentPages: number
}

/** Processes of a group that `spawnGroup` started. */
function listGroup(leader: number): RunningProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    const stat = readStat(pid)
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    // State, parent, group, …; the 22nd is the resident memory (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[2]) === leader ? { pid: Number(pid), name, residentPages: Number(fields[21]) } : []
  })
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/** By name, when there is one. */
export function findProcess(leader: number, name: string): number | undefined {
  return listGroup(leader).find((other) => other.name === name)?.pid
}

const ballastBytes = 300 * 1024 * 1024
const pageBytes = 4096

/**
 * The process that runs the page. Neither protocol names it, so the page takes much memory for a
 * moment.
 */
export async function findProcessOfTab(leader: number, tab: Pick<DrivenTab, 'evaluate'>): Promise<number> {
  const before = new Map(listGroup(leader).map(({ pid, residentPages }) => [pid, residentPages]))
  await tab.evaluate(
    (bytes) => void Object.assign(globalThis, { ballast: new Uint8Array(bytes).fill(1) }),
    ballastBytes,
  )
  const hasGrown = ({ pid, residentPages }: RunningProcess) =>
    (residentPages - (before.get(pid) ?? 0)) * pageBytes > ballastBytes * 0.8
  const grown = listGroup(leader).filter(hasGrown)
  await tab.evaluate(() => void Object.assign(globalThis, { ballast: null }))
  const [found] = grown
  if (!found || grown.length > 1) throw new Error(`${grown.length} processes may be the tab's`)
  return found.pid
}
