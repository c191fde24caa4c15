import { setTimeout } from 'node:timers/promises'
import { rowsPageSchema } from '#contract/sync/sync.ts'
import { listPageRecords } from '../../support/books/page-records.ts'
import { type BenchRow, createBudgetRow, createReportedRow, percentile } from '../bench-row.ts'
import { openStaffAtWork, type StaffAtWork, type Summary, warmUpOffice, type Workplace } from '../staff-at-work.ts'
import type { WholeOffice } from '../whole-office.ts'

/** Before the kill, and until the killed process starts again. */
const aliveMs = 10_000
const deadMs = 5_000

/**
 * Staff at work in a whole office, for half a minute in which one of its two server processes is
 * killed (kill -9) and started again. Requests whose connection is lost are sent again, as the app
 * does; their time counts from when they were due.
 */
export async function benchKilledProcess(run: {
  office: WholeOffice
  records: number
  offices: readonly number[]
}): Promise<BenchRow[]> {
  const { workplace } = run.office
  await warmUpOffice(workplace)
  const rows: BenchRow[] = []
  for (const staff of run.offices) {
    const atWork = await openStaffAtWork(workplace, staff, { retries: true })
    try {
      const { busy } = await atWork.workAWhile(() => killOne(run.office))
      const wrong = await countWrongRecords(workplace, atWork)
      rows.push(...toBenchRows(`${staff} staff, ${run.records} cases, one of two processes killed`, { busy, wrong }))
    } finally {
      atWork.close()
    }
    // Lets the servers handle the end of the streams.
    await setTimeout(2_000)
  }
  return rows
}

async function killOne({ processes }: WholeOffice): Promise<void> {
  await setTimeout(aliveMs)
  await processes.kill(0)
  await setTimeout(deadMs)
  await processes.start(0)
}

/** Records that lack an acknowledged edit or got one twice. */
async function countWrongRecords({ url, staffTokens }: Workplace, { devices }: StaffAtWork): Promise<number> {
  const expected = devices.flatMap((device) => device.listExpectedRecords())
  const response = await fetch(`${url}/api/sync/real-estate/rows?limit=${expected.length}`, {
    headers: { authorization: `Bearer ${staffTokens[0]}` },
  })
  const records = new Map(listPageRecords(rowsPageSchema.parse(await response.json())).map((row) => [row.id, row]))
  const isWrong = ({ id, version, fees }: (typeof expected)[number]) => {
    const record = records.get(id)
    return record?.version !== version || (fees !== undefined && record['fees'] !== fees)
  }
  return expected.filter(isWrong).length
}

function toBenchRows(name: string, { busy, wrong }: { busy: Summary; wrong: number }): BenchRow[] {
  const p95 = (samples: readonly number[]) => percentile(samples, 0.95)
  const toRow = (what: string, ours: number, unit?: BenchRow['unit']) =>
    createReportedRow(`${name}: ${what}`, ours, unit)
  const { edit, list, pull } = busy.taken
  return [
    toRow('edit, p95', p95(edit)),
    toRow('list, p95', p95(list)),
    toRow('pull, p95', p95(pull)),
    toRow("a colleague's edit on all other devices, p95", p95(busy.delays)),
    toRow('requests sent again', busy.losses, 'count'),
    createBudgetRow({ name: `${name}: edits lost or doubled`, unit: 'count', ours: wrong, goal: '0', limit: 0 }),
  ]
}
