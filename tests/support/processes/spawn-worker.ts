import { type SpawnedProgram, spawnProgram } from './spawn-server.ts'

export interface SpawnedWorker extends SpawnedProgram {
  /** Resolves when its first worker process is ready. Rejects when it ends before. */
  readonly working: Promise<unknown>
}

/**
 * The worker supervisor as an operator runs it (`npm run worker`). `env`: that of the servers it
 * works for.
 */
export function spawnWorker(env: Record<string, string>): SpawnedWorker {
  const supervisor = spawnProgram('commands/worker.ts', env)
  return { ...supervisor, working: supervisor.waitForOutput(/워커가 백그라운드 작업을 처리하고 있습니다/) }
}
