import type { Browser } from 'playwright'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, compareRow, median } from '../bench-row.ts'
import type { bench } from '../pages/page.ts'
import { openSlowLine } from '../slow-line.ts'
import { slowDownPages } from '../slow-processor.ts'
import { openPage, type Peer } from './offline-copy.ts'

declare const window: { bench: typeof bench; peer: Peer }

interface CopyRun {
  browser: Browser
  office: BenchOffice
  records: number
  rounds: number
}

const engines = ['ours', 'sealed', 'rxdb'] as const
type Engine = (typeof engines)[number]

/**
 * First copies over a mobile line, and on a processor slowed down four times, each in a fresh
 * profile, compared with RxDB in the same conditions. The order alternates with every round.
 */
export async function benchSlowCopy(run: CopyRun): Promise<BenchRow[]> {
  const onSlowLine = await measure(run, async (engine) => {
    const line = await openSlowLine(run.office.url, { megabitsPerSecond: 10, roundTripMs: 80 })
    try {
      return await copy(run, { engine, url: line.url })
    } finally {
      await line.close()
    }
  })
  const onSlowProcessor = await measure(run, (engine) => copy(run, { engine, url: run.office.url, slowedDown: 4 }))
  return [
    ...listRows(run, 'over 10 Mbit/s with 80 ms', onSlowLine),
    ...listRows(run, 'on a CPU slowed four times', onSlowProcessor),
  ]
}

async function measure(
  { rounds }: CopyRun,
  copyOnce: (engine: Engine) => Promise<number>,
): Promise<Record<Engine, number[]>> {
  const times: Record<Engine, number[]> = { ours: [], sealed: [], rxdb: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const engine of round % 2 === 0 ? engines : engines.toReversed()) times[engine].push(await copyOnce(engine))
  }
  return times
}

async function copy(
  { browser, office, records }: CopyRun,
  { engine, url, slowedDown = 1 }: { engine: Engine; url: string; slowedDown?: number },
): Promise<number> {
  const { user_info: user, ...tokens } = await office.signIn()
  const isPeer = engine === 'rxdb'
  const { page, close } = await openPage(browser, isPeer ? `${url}/rxdb.html` : url, isPeer ? 'peer' : 'bench')
  const slowdown = slowedDown > 1 ? await slowDownPages(browser, slowedDown) : null
  try {
    if (isPeer) return await page.evaluate((token) => window.peer.rxdb.copy(token, 1000), tokens.access_token)
    await page.evaluate((session) => window.bench.ours.signIn(session), { ...tokens, user_info: user })
    if (engine === 'sealed') await page.evaluate(() => window.bench.ours.seal())
    const args = { userId: user.id, total: records }
    const { whole } = await page.evaluate(({ userId, total }) => window.bench.ours.open(userId, total), args)
    return whole
  } finally {
    slowdown?.stop()
    await close()
  }
}

function listRows({ records }: CopyRun, where: string, times: Record<Engine, number[]>): BenchRow[] {
  const compare = (engine: 'ours' | 'sealed', atMost: number | null) =>
    compareRow({
      name: `first copy of ${records} records ${where}${engine === 'sealed' ? ', sealed' : ''}`,
      unit: 'ms',
      ours: median(times[engine]),
      peer: median(times.rxdb),
      peerName: 'RxDB (Dexie)',
      goal: atMost === null ? '' : '≤ 1/6 of RxDB',
      atMost,
    })
  return [compare('ours', 1 / 6), compare('sealed', null)]
}
