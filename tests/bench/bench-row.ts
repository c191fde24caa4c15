/**
 * One line of the table and of results.json. `ratio` is ours / peer (or ours / goal when there is
 * no peer); `holds` is null when nothing is promised.
 */
export interface BenchRow {
  name: string
  unit: 'ms' | 'KB' | 'MB' | 'per s' | 'count' | '%'
  ours: number
  peer: number | null
  peerName: string | null
  ratio: number | null
  /** The budget as text. */
  goal: string
  holds: boolean | null
}

/** The median of several runs, so that one slow run on a noisy machine does not count. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}

export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * A row compared with a peer measured in the same run. `atMost`: largest allowed ours / peer;
 * `atLeast`: smallest.
 */
export function compareRow(
  row: Pick<BenchRow, 'name' | 'unit' | 'ours' | 'goal'> & {
    peer: number
    peerName: string
    atMost: number | null
    atLeast?: number
  },
): BenchRow {
  const { name, unit, ours, peer, peerName, goal, atMost, atLeast } = row
  const ratio = ours / peer
  const isBounded = atMost !== null || atLeast !== undefined
  const holds = isBounded ? ratio <= (atMost ?? Infinity) && ratio >= (atLeast ?? 0) : null
  return { name, unit, ours, peer, peerName, ratio, goal, holds }
}

/** A row with a fixed budget: at most `limit`, or at least with `isMinimum`. */
export function createBudgetRow(
  row: Pick<BenchRow, 'name' | 'unit' | 'ours' | 'goal'> & { limit: number; isMinimum?: boolean },
): BenchRow {
  const { name, unit, ours, goal, limit, isMinimum } = row
  const holds = isMinimum ? ours >= limit : ours <= limit
  return { name, unit, ours, peer: null, peerName: null, ratio: limit === 0 ? null : ours / limit, goal, holds }
}

/** A row that is only reported: it has neither a peer nor a budget. */
export function createReportedRow(name: string, ours: number, unit: BenchRow['unit'] = 'ms'): BenchRow {
  return { name, unit, ours, peer: null, peerName: null, ratio: null, goal: '', holds: null }
}

export function printRows(rows: readonly BenchRow[]): void {
  console.table(
    rows.map(({ name, unit, ours, peer, peerName, ratio, goal, holds }) => ({
      name,
      ours: `${round(ours)} ${unit}`,
      peer: peer === null ? '' : `${round(peer)} ${unit} (${peerName})`,
      ratio: ratio === null ? '' : round(ratio),
      goal,
      holds: holds === null ? '' : holds ? 'yes' : 'NO',
    })),
  )
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100
}
