/** Limits concurrent work; the rest waits in order of arrival. */
export interface ConcurrencyLimit {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function limitConcurrency(max: number): ConcurrencyLimit {
  let free = max
  const waiting: (() => void)[] = []
  return {
    async run(work) {
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
