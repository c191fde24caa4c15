import type { ChildProcess } from 'node:child_process'

/** kill -9 of a process that was started as the leader of its group, and of all its children. */
export async function killGroup(leader: ChildProcess): Promise<void> {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return
  const ended = new Promise((resolve) => leader.once('exit', resolve))
  process.kill(-leader.pid, 'SIGKILL')
  await ended
}
