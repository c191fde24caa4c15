import type { ChainFault } from '#contract/trail-chain.ts'

/** A broken chain may be broken everywhere: the first faults are named, all are counted. */
export interface FaultList {
  add(fault: ChainFault): void
  first(): readonly ChainFault[]
  count(): number
}

const mostNamed = 20

export function createFaultList(): FaultList {
  const named: ChainFault[] = []
  let count = 0
  return {
    add(fault) {
      count += 1
      if (named.length < mostNamed) named.push(fault)
    },
    first: () => named,
    count: () => count,
  }
}
