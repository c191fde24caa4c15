import type { Browser } from 'playwright'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, compareRow, median, percentile } from '../bench-row.ts'
import type { bench } from '../pages/page.ts'
import { openPage, readSomeIds } from './offline-copy.ts'

declare const window: { bench: typeof bench }

interface CopyTimes {
  copy: number
  firstRows: number
  whole: number
  enqueue: number[]
  replay: number
}

interface BenchRun {
  browser: Browser
  office: BenchOffice
  records: number
  rounds: number
}

/**
 * First copy, cold open, edits during the copy and their replay for an encrypted copy, compared
 * with the same copy unencrypted: each in a fresh profile, the order alternates with every round.
 */
export async function benchSealedCopy(run: BenchRun): Promise<BenchRow[]> {
  const sealed: CopyTimes[] = []
  const open: CopyTimes[] = []
  for (let round = 0; round < run.rounds; round += 1) {
    const turns = [
      async () => void sealed.push(await measure(run, { isSealed: true, turn: 2 * round })),
      async () => void open.push(await measure(run, { isSealed: false, turn: 2 * round + 1 })),
    ]
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  const createRow = (name: string, valueOf: (one: CopyTimes) => number, atMost: number | null = null) =>
    compareRow({
      name: `sealed copy, ${name}`,
      unit: 'ms',
      ours: median(sealed.map(valueOf)),
      peer: median(open.map(valueOf)),
      peerName: 'unsealed',
      goal: atMost === null ? '' : `≤ ${atMost} of unsealed`,
      atMost,
    })
  return [
    createRow(`first copy of ${run.records} records`, ({ copy }) => copy, 1.3),
    createRow('cold open: first rows', ({ firstRows }) => firstRows),
    createRow('cold open: whole collection searchable', ({ whole }) => whole, 1.3),
    createRow('enqueue of one edit while a first copy runs, p95', ({ enqueue }) => percentile(enqueue, 0.95)),
    createRow('1000 queued edits replayed', ({ replay }) => replay),
  ]
}

async function measure(
  { browser, office, records }: BenchRun,
  { isSealed, turn }: { isSealed: boolean; turn: number },
): Promise<CopyTimes> {
  const { user_info: user, ...tokens } = await office.signIn()
  const { page, close } = await openPage(browser, office.url, 'bench')
  await page.evaluate((session) => window.bench.ours.signIn(session), { ...tokens, user_info: user })
  if (isSealed) await page.evaluate(() => window.bench.ours.seal())
  const args = { userId: user.id, total: records }
  const ids = await readSomeIds(office, tokens.access_token, turn)
  const copying = page.evaluate(({ userId, total }) => window.bench.ours.open(userId, total), args)
  await page.waitForTimeout(400)
  const enqueue = await page.evaluate((some) => window.bench.ours.enqueue(some), ids)
  const { whole: copy } = await copying
  await page.evaluate(() => window.bench.ours.close())
  const cold = await page.evaluate(({ userId, total }) => window.bench.ours.open(userId, total), args)
  await page.context().setOffline(true)
  await page.evaluate(() => window.bench.ours.editRows(1000))
  await page.context().setOffline(false)
  const replay = await page.evaluate(() => window.bench.ours.drain())
  await close()
  return { copy, ...cold, enqueue, replay }
}
