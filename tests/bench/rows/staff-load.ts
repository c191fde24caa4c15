import { setTimeout } from 'node:timers/promises'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow, createReportedRow, percentile } from '../bench-row.ts'
import { measureCpuShare, measuredMs, openStaffAtWork, type Summary, warmUpOffice } from '../staff-at-work.ts'

const quietEdits = 8

/**
 * An office at work on one server process: each member of staff edits every 10 s, requests a list
 * every 2 s, listens and pulls; everything is timed from when it was due. All devices are one
 * process, on the same CPU cores as server and database.
 */
export async function benchStaffLoad({
  office,
  offices,
}: {
  office: BenchOffice
  offices: readonly number[]
}): Promise<BenchRow[]> {
  await warmUpOffice(office)
  const rows: BenchRow[] = []
  for (const staff of offices) rows.push(...(await measure(office, staff)))
  return rows
}

async function measure(office: BenchOffice, staff: number): Promise<BenchRow[]> {
  const { devices, notes, ...atWork } = await openStaffAtWork(office, staff)
  const { busy, result: cpuShare } = await atWork.workAWhile(() => measureCpuShare(office.cpuMs))
  await setTimeout(2_000)
  notes.clear()
  for (const device of devices.slice(0, quietEdits)) {
    await device.edit()
    await setTimeout(1_500)
  }
  const quiet = notes.summary()
  atWork.close()
  return toBenchRows(staff, { busy, quiet, cpuShare })
}

function toBenchRows(
  staff: number,
  { busy, quiet, cpuShare }: { busy: Summary; quiet: Summary; cpuShare: number },
): BenchRow[] {
  const name = `${staff} staff at work`
  const kinds = (['edit', 'list', 'pull'] as const).map((kind) =>
    createReportedRow(`${name}: ${kind}, p95`, percentile(busy.taken[kind], 0.95)),
  )
  const all = Object.values(busy.taken).flat()
  return [
    createBudgetRow({
      name: `${name}: any request, p95`,
      unit: 'ms',
      ours: percentile(all, 0.95),
      goal: '≤ 250 ms',
      limit: 250,
    }),
    ...kinds,
    createReportedRow(`${name}: a colleague's edit on all other devices, p95`, percentile(busy.delays, 0.95)),
    createReportedRow(`${name}: the same edit when nobody else works, p95`, percentile(quiet.delays, 0.95)),
    createReportedRow(`${name}: pulls`, (busy.taken.pull.length * 1000) / measuredMs, 'per s'),
    createReportedRow(`${name}: the server process' share of one processor`, cpuShare * 100, '%'),
  ]
}
