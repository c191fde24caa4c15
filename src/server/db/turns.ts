/** Limits concurrent work; the rest waits in order of arrival. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(most: number): Turns {
  let free = most
  const waiting: (() => void)[] = []
  return {
    async take(work) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
