import type { Browser, Page } from 'playwright'
import { rowsPageSchema } from '#contract/sync/sync.ts'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, compareRow, createBudgetRow, median, percentile } from '../bench-row.ts'
import type { bench } from '../pages/page.ts'

/** What peers/rxdb-page.ts offers: the same steps as `bench`. */
export interface Peer {
  readonly rxdb: {
    copy(token: string, pageSize: number): Promise<number>
    close(): Promise<void>
    open(): Promise<{ firstRows: number; whole: number }>
    search(searches: readonly string[]): Promise<number[]>
  }
}

declare const window: { bench: typeof bench; peer: Peer }

/** Typed key by key. */
export const searchedWords = ['김가온', '솔빛', '해든구', '근저당', '박새론 외', 'ㅅㅂ', '달빛로 5']
const pageSize = 1000

interface CopyRound {
  /** Ms from opening the app on a device without a copy to its first rows. */
  fresh: number
  copy: { ours: number; rxdb: number; dexie: number }
  open: Record<'ours' | 'rxdb' | 'dexie', { firstRows: number; whole: number }>
  keys: { ours: number[]; worker: number[]; rxdb: number[]; dexie: number[] }
  enqueue: { ours: number[]; dexie: number[] }
  replay: number
}

/**
 * First copy, cold open, search as you type, enqueue while copying and replay, each engine in a
 * fresh profile; the order alternates with every round.
 */
export async function benchOfflineCopy(run: {
  browser: Browser
  office: BenchOffice
  records: number
  rounds: number
}): Promise<BenchRow[]> {
  const rounds: CopyRound[] = []
  for (let round = 0; round < run.rounds; round += 1) rounds.push(await runRound(run, round))
  return [...copyRows(rounds, run.records), ...openRows(rounds), ...searchRows(rounds), ...writeRows(rounds)]
}

async function runRound(
  run: { browser: Browser; office: BenchOffice; records: number },
  round: number,
): Promise<CopyRound> {
  const { user_info: user, ...tokens } = await run.office.signIn()
  const result: Partial<CopyRound> = {}
  const engines = [() => runOurs(run, { user, tokens }, result), () => runPeers(run, tokens.access_token, result)]
  for (const engine of round % 2 === 0 ? engines : engines.toReversed()) await engine()
  return result as CopyRound
}

interface BenchSession {
  user: Awaited<ReturnType<BenchOffice['signIn']>>['user_info']
  tokens: Omit<Awaited<ReturnType<BenchOffice['signIn']>>, 'user_info'>
}

async function runOurs(
  run: { browser: Browser; office: BenchOffice; records: number },
  signed: BenchSession,
  result: Partial<CopyRound>,
): Promise<void> {
  const { page, close } = await openPage(run.browser, run.office.url, 'bench')
  await page.evaluate((session) => window.bench.ours.signIn(session), { ...signed.tokens, user_info: signed.user })
  const args = { userId: signed.user.id, total: run.records }
  const ids = await readSomeIds(run.office, signed.tokens.access_token)
  const copying = page.evaluate(({ userId, total }) => window.bench.ours.open(userId, total), args)
  await page.waitForTimeout(400)
  const enqueued = await page.evaluate((some) => window.bench.ours.enqueue(some), ids)
  const first = await copying
  await page.evaluate(() => window.bench.ours.close())
  const cold = await page.evaluate(({ userId, total }) => window.bench.ours.open(userId, total), args)
  const keys = await page.evaluate((typed) => window.bench.ours.search(typed), searchedWords)
  await page.context().setOffline(true)
  await page.evaluate(() => window.bench.ours.editRows(1000))
  await page.context().setOffline(false)
  const replay = await page.evaluate(() => window.bench.ours.drain())
  await close()
  result.replay = replay
  result.fresh = first.firstRows
  result.copy = { ...result.copy, ours: first.whole } as CopyRound['copy']
  result.open = { ...result.open, ours: cold } as CopyRound['open']
  result.keys = { ...result.keys, ours: keys.page, worker: keys.worker } as CopyRound['keys']
  result.enqueue = { ...result.enqueue, ours: enqueued } as CopyRound['enqueue']
}

/**
 * A hundred records for the edits made during the copy; different in every run of one office,
 * because the second would otherwise meet the first one's edits.
 */
export async function readSomeIds(office: BenchOffice, token: string, run = 0): Promise<string[]> {
  const response = await fetch(`${office.url}/api/sync/real-estate/rows?limit=${(run + 1) * 100}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return rowsPageSchema.parse(await response.json()).columns.id.slice(run * 100)
}

async function runPeers(
  run: { browser: Browser; office: BenchOffice },
  token: string,
  result: Partial<CopyRound>,
): Promise<void> {
  const options = { token, pageSize }
  const rx = await openPage(run.browser, `${run.office.url}/rxdb.html`, 'peer')
  const rxCopy = await rx.page.evaluate((args) => window.peer.rxdb.copy(args.token, args.pageSize), options)
  await rx.page.evaluate(() => window.peer.rxdb.close())
  const rxOpen = await rx.page.evaluate(() => window.peer.rxdb.open())
  const rxKeys = await rx.page.evaluate((typed) => window.peer.rxdb.search(typed), searchedWords)
  await rx.close()
  const plainPage = await openPage(run.browser, run.office.url, 'bench')
  const copying = plainPage.page.evaluate((args) => window.bench.dexie.copy(args.token, args.pageSize), options)
  await plainPage.page.waitForTimeout(400)
  const plainEnqueue = await plainPage.page.evaluate(() => window.bench.dexie.enqueue(100))
  const plainCopy = await copying
  await plainPage.page.evaluate(() => window.bench.dexie.close())
  const plainOpen = await plainPage.page.evaluate(() => window.bench.dexie.open())
  const plainKeys = await plainPage.page.evaluate((typed) => window.bench.dexie.search(typed), searchedWords)
  await plainPage.close()
  result.copy = { ...result.copy, rxdb: rxCopy, dexie: plainCopy } as CopyRound['copy']
  result.open = { ...result.open, rxdb: rxOpen, dexie: plainOpen } as CopyRound['open']
  result.keys = { ...result.keys, rxdb: rxKeys, dexie: plainKeys } as CopyRound['keys']
  result.enqueue = { ...result.enqueue, dexie: plainEnqueue } as CopyRound['enqueue']
}

export async function openPage(
  browser: Browser,
  url: string,
  ready: 'bench' | 'peer',
): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  await page.goto(url)
  await page.waitForFunction((name) => name in window, ready)
  return { page, close: () => context.close() }
}

function copyRows(rounds: readonly CopyRound[], records: number): BenchRow[] {
  const ours = median(rounds.map((round) => round.copy.ours))
  const name = `first full copy of ${records} records, server to queryable`
  const shared = { name, unit: 'ms', ours } as const
  return [
    createBudgetRow({
      name: `first rows on a fresh device, ${records} records to be copied`,
      unit: 'ms',
      ours: median(rounds.map((round) => round.fresh)),
      goal: '≤ 1,000 ms',
      limit: 1_000,
    }),
    compareRow({
      ...shared,
      peer: median(rounds.map((round) => round.copy.rxdb)),
      peerName: 'RxDB (Dexie)',
      goal: '≤ 1/6 of RxDB',
      atMost: 1 / 6,
    }),
    compareRow({
      ...shared,
      peer: median(rounds.map((round) => round.copy.dexie)),
      peerName: 'plain Dexie',
      goal: '',
      atMost: null,
    }),
  ]
}

function openRows(rounds: readonly CopyRound[]): BenchRow[] {
  return (['firstRows', 'whole'] as const).flatMap((what) => {
    const name = what === 'firstRows' ? 'cold open: first rows' : 'cold open: whole collection searchable'
    const limit = what === 'firstRows' ? 150 : 700
    const of = (engine: 'ours' | 'rxdb' | 'dexie') => median(rounds.map((round) => round.open[engine][what]))
    const shared = { name, unit: 'ms', ours: of('ours') } as const
    return [
      createBudgetRow({ ...shared, goal: `≤ ${limit} ms`, limit }),
      compareRow({ ...shared, peer: of('rxdb'), peerName: 'RxDB (Dexie)', goal: '', atMost: null }),
      compareRow({ ...shared, peer: of('dexie'), peerName: 'plain Dexie', goal: '', atMost: null }),
    ]
  })
}

function searchRows(rounds: readonly CopyRound[]): BenchRow[] {
  const of = (engine: 'ours' | 'worker' | 'rxdb' | 'dexie') =>
    percentile(
      rounds.flatMap((round) => round.keys[engine]),
      0.95,
    )
  const shared = { name: 'search as you type, key to rows in the page, p95', unit: 'ms', ours: of('ours') } as const
  return [
    createBudgetRow({
      name: 'search as you type, in the worker, p95',
      unit: 'ms',
      ours: of('worker'),
      goal: '≤ 16 ms in the worker',
      limit: 16,
    }),
    createBudgetRow({ ...shared, goal: '≤ 50 ms to rows', limit: 50 }),
    compareRow({ ...shared, peer: of('rxdb'), peerName: 'RxDB (Dexie), one field', goal: '', atMost: null }),
    compareRow({ ...shared, peer: of('dexie'), peerName: 'plain Dexie, one field', goal: '', atMost: null }),
  ]
}

function writeRows(rounds: readonly CopyRound[]): BenchRow[] {
  const p95 = (engine: 'ours' | 'dexie') =>
    percentile(
      rounds.flatMap((round) => round.enqueue[engine]),
      0.95,
    )
  const shared = { name: 'enqueue of one edit while a first copy runs, p95', unit: 'ms', ours: p95('ours') } as const
  const replayed = median(rounds.map((round) => round.replay))
  return [
    createBudgetRow({ ...shared, goal: '≤ 20 ms', limit: 20 }),
    compareRow({ ...shared, peer: p95('dexie'), peerName: 'plain Dexie, one database', goal: '', atMost: null }),
    createBudgetRow({
      name: '1,000 queued edits replayed',
      unit: 'per s',
      ours: 1_000_000 / replayed,
      goal: '≥ 600 per s',
      limit: 600,
      isMinimum: true,
    }),
  ]
}
