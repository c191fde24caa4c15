import { setTimeout as delay } from 'node:timers/promises'
import type { OfficeOfProcesses } from './office-of-processes.ts'

export interface Killing {
  /** How often a process was killed. */
  deaths(): number
  /** The next one dies now. */
  now(): void
  /** Nobody dies while `act` runs: for calls of a test's own that have no way to ask again. */
  spare<Answer>(act: () => Promise<Answer>): Promise<Answer>
  /** All are alive again, and stay so. */
  end(): Promise<void>
}

/** The shortest and the longest time between two deaths; a start takes about a second beside. */
export interface Pace {
  readonly minMs: number
  readonly maxMs: number
}

/** Kills one process of the office after the other by kill -9 and starts it again, without end. All others are there meanwhile: to whoever works the office is never closed. */
export function killInTurn(processes: OfficeOfProcesses, { minMs, maxMs }: Pace): Killing {
  const spared = createSpared()
  let deaths = 0
  let isOver = false
  let wake = () => {}
  const kill = async () => {
    while (!isOver) {
      const asked = new Promise<void>((resolve) => (wake = resolve))
      // Not drawn from a trace's own chance: when it happens is the machine's matter anyway.
      await Promise.race([asked, delay(minMs + ((deaths * 379) % (maxMs - minMs)))])
      const number = deaths % processes.origins.length
      await spared.untilNobody(() => processes.kill(number))
      deaths += 1
      await startAgain(processes, number)
    }
  }
  const work = kill()
  return {
    deaths: () => deaths,
    now: () => wake(),
    spare: spared.spare,
    async end() {
      isOver = true
      wake()
      await work
    },
  }
}

/** As what looks after an operator's processes does: on a busy machine a start may not reach its database in time, and ends. */
async function startAgain(processes: OfficeOfProcesses, number: number): Promise<void> {
  for (let triesLeft = 5; ; triesLeft -= 1) {
    try {
      return await processes.start(number)
    } catch (error) {
      if (triesLeft === 0) throw error
    }
  }
}

/** Who is to be spared comes in before a death or after it; a death waits for those within, and no longer. */
function createSpared() {
  const within = new Set<Promise<unknown>>()
  let death: Promise<void> = Promise.resolve()
  return {
    async spare<Answer>(act: () => Promise<Answer>): Promise<Answer> {
      await death
      const answer = act()
      within.add(answer)
      try {
        return await answer
      } finally {
        within.delete(answer)
      }
    },
    async untilNobody(kill: () => Promise<void>): Promise<void> {
      death = Promise.allSettled(within).then(kill)
      await death
    },
  }
}
