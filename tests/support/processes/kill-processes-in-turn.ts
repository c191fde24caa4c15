import { setTimeout as delay } from 'node:timers/promises'
import type { OfficeOfProcesses } from './office-of-processes.ts'

export interface KillLoop {
  /** How often a process was killed. */
  countDeaths(): number
  killNow(): void
  /** Kills nobody while `operation` runs; for a test's own calls that cannot be retried. */
  spare<Result>(operation: () => Promise<Result>): Promise<Result>
  /** Ends the killing with all processes running. */
  stop(): Promise<void>
}

/** Shortest and longest time between two kills, in ms; a start adds about a second. */
export interface KillInterval {
  readonly minMs: number
  readonly maxMs: number
}

/**
 * Kills the processes of an office in turn with kill -9 and restarts each, endlessly. All others
 * run meanwhile, so the office stays available.
 */
export function killInTurn(processes: OfficeOfProcesses, { minMs, maxMs }: KillInterval): KillLoop {
  const spareGate = createSpareGate()
  let deaths = 0
  let isOver = false
  let wake = () => {}
  const kill = async () => {
    while (!isOver) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      // Not seeded by a trace, because the timing depends on the machine anyway.
      await Promise.race([woken, delay(minMs + ((deaths * 379) % (maxMs - minMs)))])
      const number = deaths % processes.origins.length
      await spareGate.killWhenIdle(() => processes.kill(number))
      deaths += 1
      await startAgain(processes, number)
    }
  }
  const work = kill()
  return {
    countDeaths: () => deaths,
    killNow: () => wake(),
    spare: spareGate.spare,
    async stop() {
      isOver = true
      wake()
      await work
    },
  }
}

/**
 * Retries like a process supervisor: on a busy machine a start may fail to reach its database in
 * time.
 */
async function startAgain(processes: OfficeOfProcesses, number: number): Promise<void> {
  for (let triesLeft = 5; ; triesLeft -= 1) {
    try {
      return await processes.start(number)
    } catch (error) {
      if (triesLeft === 0) throw error
    }
  }
}

/** Calls under `spare` run before or after a kill; a kill waits only for calls already running. */
function createSpareGate() {
  const pendingCalls = new Set<Promise<unknown>>()
  let death: Promise<void> = Promise.resolve()
  return {
    async spare<Result>(operation: () => Promise<Result>): Promise<Result> {
      await death
      const result = operation()
      pendingCalls.add(result)
      try {
        return await result
      } finally {
        pendingCalls.delete(result)
      }
    },
    async killWhenIdle(kill: () => Promise<void>): Promise<void> {
      death = Promise.allSettled(pendingCalls).then(kill)
      await death
    },
  }
}
