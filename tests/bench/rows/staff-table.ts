import type { Browser } from 'playwright'
import { type BenchRow, median, percentile } from '../bench-row.ts'
import { driveGrid, type GridRound } from '../table/drive-grid.ts'
import { type GridName, gridNames, serveGrids } from '../table/serve-grids.ts'

type GridTimes = Record<GridName, GridRound[]>

/**
 * Our table compared with AG Grid Community and Glide Data Grid: the same 20 typed columns and
 * records, the same window, row height and input events, one page per grid, in turn, the order
 * alternating with every round. The settings of each grid are in its page
 * (tests/bench/pages/table).
 */
export async function benchStaffTable(run: { browser: Browser; records: number; rounds: number }): Promise<BenchRow[]> {
  const grids = await serveGrids()
  const measured: GridTimes = { 'our-table': [], 'ag-grid': [], 'glide-grid': [] }
  try {
    for (let round = 0; round < run.rounds; round += 1) {
      for (const name of rotateGrids(round)) {
        const { browser, records } = run
        measured[name].push(await driveGrid({ browser, records, name, url: grids.urlOf(name) }))
      }
    }
    return [
      ...measures.flatMap((measure) => compareWithPeers(measure, (name) => measure.summarize(measured[name]))),
      ...compareWithPeers({ name: 'table page, scripts, brotli', unit: 'KB' }, (name) => grids.measureWeight(name)),
    ]
  } finally {
    await grids.stop()
  }
}

function rotateGrids(round: number): readonly GridName[] {
  return gridNames.map((_, index) => gridNames[(index + round) % gridNames.length] ?? 'our-table')
}

interface GridMeasure {
  readonly name: string
  readonly unit: BenchRow['unit']
  readonly summarize: (rounds: readonly GridRound[]) => number
}

const measures: readonly GridMeasure[] = [
  {
    name: 'table: mount to painted rows, fresh page',
    unit: 'ms',
    summarize: summarizeMedian((round) => [round.coldMount]),
  },
  { name: 'table: mount to painted rows, again', unit: 'ms', summarize: summarizeMedian((round) => round.warmMounts) },
  {
    name: 'table: mount to painted rows, again, p95',
    unit: 'ms',
    summarize: summarizeWorst((round) => round.warmMounts),
  },
  ...scrollMeasures('wheel', (round) => round.scroll),
  ...scrollMeasures('fling', (round) => round.fling),
  { name: 'table: first letter to painted editor', unit: 'ms', summarize: summarizeMedian((round) => round.typed) },
  { name: 'table: first letter to painted editor, p95', unit: 'ms', summarize: summarizeWorst((round) => round.typed) },
  {
    name: 'table: Enter to painted value and next cell',
    unit: 'ms',
    summarize: summarizeMedian((round) => round.committed),
  },
  {
    name: 'table: Enter to painted value and next cell, p95',
    unit: 'ms',
    summarize: summarizeWorst((round) => round.committed),
  },
  { name: 'table: main thread per edit', unit: 'ms', summarize: summarizeMedian((round) => [round.editBusy]) },
  {
    name: 'table: jump to far rows, painted with focus',
    unit: 'ms',
    summarize: summarizeMedian((round) => round.jumps),
  },
  {
    name: 'table: jump to far rows, painted with focus, p95',
    unit: 'ms',
    summarize: summarizeWorst((round) => round.jumps),
  },
  { name: 'table: arrow key to painted cell', unit: 'ms', summarize: summarizeMedian((round) => round.arrows) },
  { name: 'table: arrow key to painted cell, p95', unit: 'ms', summarize: summarizeWorst((round) => round.arrows) },
  {
    name: 'table: arrow key held over 100 rows, per step',
    unit: 'ms',
    summarize: summarizeMedian((round) => [round.arrowHeld]),
  },
  {
    name: 'table: main thread per step of a held arrow',
    unit: 'ms',
    summarize: summarizeMedian((round) => [round.arrowBusy]),
  },
  {
    name: 'table: heap beyond the records, mounted',
    unit: 'MB',
    summarize: summarizeMedian((round) => [round.heapMounted]),
  },
  {
    name: 'table: heap beyond the records, after all',
    unit: 'MB',
    summarize: summarizeMedian((round) => [round.heapAfter]),
  },
]

function scrollMeasures(how: string, readScroll: (round: GridRound) => GridRound['scroll']): GridMeasure[] {
  const parts = [
    {
      what: 'frames over 16.7 ms',
      unit: '%',
      read: (part: GridRound['scroll']) => computeShare(part.late, part.frames),
    },
    {
      what: 'frames over 33 ms',
      unit: '%',
      read: (part: GridRound['scroll']) => computeShare(part.veryLate, part.frames),
    },
    {
      what: 'frames with rows missing',
      unit: '%',
      read: (part: GridRound['scroll']) => computeShare(part.empty, part.frames),
    },
    {
      what: 'scrolls beyond drawn rows',
      unit: '%',
      read: (part: GridRound['scroll']) => computeShare(part.outrun, part.frames),
    },
    { what: 'main thread busy', unit: '%', read: (part: GridRound['scroll']) => part.busyShare * 100 },
  ] as const
  return parts.map(({ what, unit, read }) => ({
    name: `table: ${how}, ${what}`,
    unit,
    summarize: summarizeMedian((round) => [read(readScroll(round))]),
  }))
}

function computeShare(part: number, whole: number): number {
  return (100 * part) / Math.max(1, whole)
}

function summarizeMedian(samples: (round: GridRound) => readonly number[]): GridMeasure['summarize'] {
  return (rounds) => median(rounds.flatMap(samples))
}

function summarizeWorst(samples: (round: GridRound) => readonly number[]): GridMeasure['summarize'] {
  return (rounds) => percentile(rounds.flatMap(samples), 0.95)
}

const peers = [
  { name: 'ag-grid', peerName: 'AG Grid Community' },
  { name: 'glide-grid', peerName: 'Glide Data Grid' },
] as const

/**
 * One line per peer. Ours holds when it takes no more than the peer, with a tenth allowed for
 * noise.
 */
function compareWithPeers(
  { name, unit }: Pick<GridMeasure, 'name' | 'unit'>,
  measureGrid: (grid: GridName) => number,
): BenchRow[] {
  const ours = measureGrid('our-table')
  return peers.map((peer) => {
    const theirs = measureGrid(peer.name)
    const noise = unit === '%' ? Math.max(1, theirs * 0.1) : theirs * 0.1
    return {
      name,
      unit,
      ours,
      peer: theirs,
      peerName: peer.peerName,
      ratio: theirs === 0 ? null : ours / theirs,
      goal: 'no more than the peer',
      holds: ours <= theirs + noise,
    }
  })
}
