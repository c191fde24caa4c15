import { setTimeout } from 'node:timers/promises'
import { openLoadBalancer } from '../../support/processes/load-balancer.ts'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, compareRow, median, percentile } from '../bench-row.ts'
import { measureCpuShare, openStaffAtWork, type Summary, warmUpOffice, type Workplace } from '../staff-at-work.ts'

/** Largest allowed cost of coordination with a second process, at equal load. */
const atMost = 1.2

/**
 * The same staff on one server process and on two with one database, in turns, with the same proxy
 * in front. The difference is coordination: events between processes, reads shared by fewer, a
 * second connection pool. Both use the same CPU cores, so a second process gains nothing here; the
 * promise is that it costs little.
 */
export async function benchTwoProcesses({
  processes: [first, second],
  staff,
  rounds,
}: {
  processes: readonly [BenchOffice, BenchOffice]
  staff: number
  rounds: number
}): Promise<BenchRow[]> {
  const balancers = { one: await openLoadBalancer([first.url]), two: await openLoadBalancer([first.url, second.url]) }
  const cpuMs = async () => (await first.cpuMs()) + (await second.cpuMs())
  const placeAt = (url: string) => ({ url, staffTokens: first.staffTokens })
  const work = (url: string) => workAt(placeAt(url), { staff, cpuMs })
  const measured: Record<OfficeKind, LoadRound[]> = { one: [], two: [] }
  // Warms both up, so that neither starts cold.
  for (const { url } of [first, second]) await warmUpOffice(placeAt(url))
  await work(balancers.two.origin)
  for (let round = 0; round < rounds; round += 1)
    for (const kind of round % 2 === 0 ? (['one', 'two'] as const) : (['two', 'one'] as const)) {
      measured[kind].push(await work(balancers[kind].origin))
      console.log(`round ${round + 1}, ${kind}: ${JSON.stringify(measured[kind].at(-1))}`)
    }
  for (const balancer of Object.values(balancers)) await balancer.close()
  return toBenchRows(staff, measured)
}

type OfficeKind = 'one' | 'two'

/** p95 of each, in ms. */
interface LoadRound {
  readonly any: number
  readonly edit: number
  readonly list: number
  readonly pull: number
  readonly delays: number
  readonly pulls: number
  readonly cpuShare: number
}

async function workAt(
  workplace: Workplace,
  { staff, cpuMs }: { staff: number; cpuMs: () => Promise<number> },
): Promise<LoadRound> {
  const atWork = await openStaffAtWork(workplace, staff)
  try {
    const { busy, result: cpuShare } = await atWork.workAWhile(() => measureCpuShare(cpuMs))
    return { ...summarizeRound(busy), cpuShare }
  } finally {
    atWork.close()
    // Lets the server handle the end of two hundred streams.
    await setTimeout(2_000)
  }
}

function summarizeRound({ taken, delays }: Summary): Omit<LoadRound, 'cpuShare'> {
  const p95 = (samples: readonly number[]) => percentile(samples, 0.95)
  const { edit, list, pull } = taken
  const any = p95([...edit, ...list, ...pull])
  return { any, edit: p95(edit), list: p95(list), pull: p95(pull), delays: p95(delays), pulls: pull.length }
}

function toBenchRows(staff: number, { one, two }: Record<OfficeKind, readonly LoadRound[]>): BenchRow[] {
  const name = `${staff} staff at work on two processes`
  const peerName = 'one process, the same proxy'
  const createRow = (key: keyof LoadRound, what: string, isBounded: boolean): BenchRow => {
    const ratios = one.map((round, workplace) => (two[workplace]?.[key] ?? Number.NaN) / round[key])
    const ratio = median(ratios)
    const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} in ${ratios.length} rounds`
    const [ours, peer] = [median(two.map((round) => round[key])), median(one.map((round) => round[key]))]
    const goal = isBounded ? `≤ ${atMost} × one process; ${spread}` : spread
    const compared = compareRow({ name: `${name}: ${what}`, unit: 'ms', ours, peer, peerName, goal, atMost: null })
    // The median of the ratios: runs made in pairs say more than runs of the same hour.
    return { ...compared, ratio, holds: isBounded ? ratio <= atMost : null }
  }
  return [
    createRow('any', 'any request, p95', true),
    createRow('edit', 'edit, p95', false),
    createRow('list', 'list, p95', false),
    createRow('pull', 'pull, p95', false),
    createRow('delays', "a colleague's edit on all other devices, p95", false),
    { ...createRow('pulls', 'pulls in half a minute', false), unit: 'count' },
    toPercent(createRow('cpuShare', "the server processes' share of one processor", false)),
  ]
}

function toPercent(row: BenchRow): BenchRow {
  return { ...row, unit: '%', ours: row.ours * 100, peer: row.peer === null ? null : row.peer * 100 }
}
