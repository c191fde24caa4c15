import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'

/**
 * Starts a program as the leader of a process group, for `killGroup`. The group also ends with the
 * tests, however they end.
 */
export function spawnGroup(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const leader = spawn(program, args, { ...options, detached: true })
  const onExit = () => signalGroup(leader)
  process.once('exit', onExit)
  leader.once('exit', () => process.off('exit', onExit))
  return leader
}

export function getPid({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the program did not start')
  return pid
}

/** kill -9 of a program and of all that it started. */
export async function killGroup(leader: ChildProcess): Promise<void> {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return
  const ended = new Promise((resolve) => leader.once('exit', resolve))
  signalGroup(leader)
  await ended
}

function signalGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
