import type { Browser } from 'playwright'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow, createReportedRow, percentile } from '../bench-row.ts'
import type { bench } from '../pages/page.ts'
import { timeExport } from './excel-export.ts'
import { benchedCaseBook, benchListEndpoint } from './list-endpoint.ts'
import { measureHeaps } from './memory.ts'
import { openPage, searchedWords } from './offline-copy.ts'

declare const window: { bench: typeof bench }

/**
 * What a book ten times as large as the largest office's costs a device and the server: first copy,
 * cold open, search as you type, the offline worker's heap, list pages, and the Excel export.
 */
export async function benchMillionRecords(run: {
  browser: Browser
  office: BenchOffice
  records: number
}): Promise<BenchRow[]> {
  const { office, records } = run
  const device = await measureDevice(run)
  const toRow = (what: string, ours: number, unit?: BenchRow['unit']) =>
    createReportedRow(`${records} cases: ${what}`, ours, unit)
  return [
    toRow('first full copy, server to queryable', device.first.whole),
    toRow('cold open, first rows', device.cold.firstRows),
    toRow('cold open, whole collection searchable', device.cold.whole),
    createBudgetRow({
      name: `${records} cases: search as you type, key to rows in the page, p95`,
      unit: 'ms',
      ours: percentile(device.keys.page, 0.95),
      goal: '≤ 100 ms to rows',
      limit: 100,
    }),
    toRow('search as you type, in the worker, p95', percentile(device.keys.worker, 0.95)),
    toRow('heap of the offline worker', device.heaps.worker, 'MB'),
    toRow('heap of the page', device.heaps.page, 'MB'),
    ...(await benchListEndpoint({ office, records, benched: benchedCaseBook })),
    toRow('Excel export by the server', await timeExport(office)),
  ]
}

async function measureDevice({ browser, office, records }: { browser: Browser; office: BenchOffice; records: number }) {
  const { user_info: user, ...tokens } = await office.signIn()
  const { page, close } = await openPage(browser, office.url, 'bench')
  try {
    const args = { userId: user.id, total: records }
    const open = () => page.evaluate(({ userId, total }) => window.bench.ours.open(userId, total), args)
    await page.evaluate((session) => window.bench.ours.signIn(session), { ...tokens, user_info: user })
    const first = await open()
    await page.evaluate(() => window.bench.ours.close())
    const cold = await open()
    const keys = await page.evaluate((words) => window.bench.ours.search(words), searchedWords)
    return { first, cold, keys, heaps: await measureHeaps(page) }
  } finally {
    await close()
  }
}
