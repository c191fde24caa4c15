import { expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { type FakeBrowser, type FakeTab, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeRecordId, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import {
  condense,
  countViews,
  createViewDatabase,
  maxStoredViews,
  readOldestViews,
  type StoredView,
  storeViews,
} from './view-database.ts'
import { createViewLog, type LoggedView, type ViewLog } from './view-log.ts'

function openLog(isOffline: () => boolean | null = () => false, browser = makeFakeBrowser()) {
  const tab = browser.openTab()
  return { browser, tab, log: createViewLog(tab.runtime, testUserId, isOffline) }
}

/** The rows another page of the same user finds on this device. */
async function readStoredIn(browser: FakeBrowser): Promise<StoredView[]> {
  const db = createViewDatabase(browser.openTab().runtime, testUserId)
  const rows = await browser.finish(readOldestViews(db))
  db.close()
  return rows
}

const makeOpenedView = (n: number): LoggedView => ({
  act: 'read',
  collection: 'real-estate',
  recordId: makeRecordId(n),
  about: { place: 'panel' },
})
async function logAll(browser: FakeBrowser, log: ViewLog, views: readonly LoggedView[]): Promise<void> {
  for (const view of views) log.logView(view)
  await browser.advance(1_000)
}

test('counts a record reopened within five minutes once, and every export', async () => {
  const { browser, log } = openLog()
  const sheet: LoggedView = { act: 'export', collection: 'real-estate', about: { rows: 3, reason: '업무 처리' } }
  await logAll(browser, log, [makeOpenedView(1), makeOpenedView(2), makeOpenedView(1), sheet, sheet])
  expect((await readStoredIn(browser)).map(({ act, record_id }) => [act, record_id])).toEqual([
    ['read', makeRecordId(1)],
    ['read', makeRecordId(2)],
    ['export', undefined],
    ['export', undefined],
  ])
  await browser.advance(5 * 60_000)
  await logAll(browser, log, [makeOpenedView(1)])
  expect(await readStoredIn(browser)).toHaveLength(5)
})

test('another query is another view, and the same query is not', async () => {
  const { browser, log } = openLog()
  const list = (search: string): LoggedView => ({ act: 'search', collection: 'real-estate', about: { search } })
  await logAll(browser, log, [list('가온'), list('나래'), list('가온')])
  expect((await readStoredIn(browser)).map(({ about }) => about.search)).toEqual(['가온', '나래'])
})

test.each([
  [500, true],
  [500, false],
  [1_500, true],
  [1_500, false],
])('waits until the page knows whether it is online: after %i ms, offline %s', async (ms, isOffline) => {
  let connection: boolean | null = null
  const { browser, log } = openLog(() => connection)
  log.logView(makeOpenedView(1))
  await browser.advance(ms)
  connection = isOffline
  await browser.advance(500)
  connection = !isOffline
  await logAll(browser, log, [makeOpenedView(2)])
  expect((await readStoredIn(browser)).map(({ offline }) => offline)).toEqual([isOffline, !isOffline])
})

test('counts a server silent for two seconds as offline, and so does a page that closes earlier', async () => {
  const { browser, tab, log } = openLog(() => null)
  await logAll(browser, log, [makeOpenedView(1)])
  expect(await readStoredIn(browser)).toEqual([])
  await browser.advance(1_500)
  tab.kill()
  const second = openLog(() => null, browser)
  second.log.logView(makeOpenedView(2))
  second.log.close()
  await browser.settle()
  expect((await readStoredIn(browser)).map(({ record_id, offline }) => [record_id, offline])).toEqual([
    [makeRecordId(1), true],
    [makeRecordId(2), true],
  ])
})

test('stores no resident number, and uses the device’s own time', async () => {
  const { browser, tab, log } = openLog()
  tab.skewMs = dayMs
  const at = tab.runtime.now()
  await logAll(browser, log, [{ act: 'search', about: { search: '홍길동 900101-1234568\u0000\ud800' } }])
  const [stored] = await readStoredIn(browser)
  expect(stored?.about.search).toBe('홍길동 900101-1******\ufffd')
  expect(Date.parse(stored?.at ?? '')).toBe(at)
})

test('a killed page loses nothing older than a quarter of a second, a closed page nothing at all', async () => {
  const { browser, tab, log } = openLog()
  await logAll(browser, log, [makeOpenedView(1)])
  tab.kill()
  const second = openLog(() => false, browser)
  second.log.logView(makeOpenedView(2))
  second.log.close()
  await browser.settle()
  expect((await readStoredIn(browser)).map(({ record_id }) => record_id)).toEqual([makeRecordId(1), makeRecordId(2)])
})

test('rows without room on the device stay in memory and are stored once there is room', async () => {
  const { browser, tab, log } = openLog()
  fill(tab, true)
  await logAll(browser, log, [makeOpenedView(1), makeOpenedView(2)])
  expect(await readStoredIn(browser)).toEqual([])
  fill(tab, false)
  await browser.advance(60_000)
  expect((await readStoredIn(browser)).map(({ record_id }) => record_id)).toEqual([makeRecordId(1), makeRecordId(2)])
})

function fill({ faults }: FakeTab, isFull: boolean): void {
  faults.abortWith = (_stores, mode) => (isFull && mode === 'readwrite' ? 'QuotaExceededError' : null)
}

test('condenses the oldest rows beyond twenty thousand, with their first and last time', async () => {
  const browser = makeFakeBrowser({ clock: 'real' })
  const { runtime } = browser.openTab()
  const db = createViewDatabase(runtime, testUserId)
  const views = Array.from({ length: maxStoredViews + 1 }, (_, index) => ({
    id: runtime.newId(),
    act: 'read' as const,
    offline: true,
    record_id: makeRecordId(index),
    collection: 'real-estate' as const,
    about: {},
    at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  }))
  await storeViews(db, views, runtime.newId)
  expect(await countViews(db)).toBe(maxStoredViews + 1 - 999)
  const [first, second] = await readOldestViews(db)
  expect(first?.about.condensed).toEqual({
    count: 1000,
    since: '2026-01-01T00:00:00+00:00',
    until: '2026-01-01T00:16:39+00:00',
  })
  expect([first?.act, first?.collection, first?.offline]).toEqual(['read', 'real-estate', true])
  expect(second?.record_id).toBe(makeRecordId(1000))
  db.close()
})

test('condensing condensed rows adds up their counts', () => {
  const makeRow = (at: string, about = {}) => ({
    id: makeRecordId(1),
    act: 'list' as const,
    offline: false,
    at,
    about,
  })
  const [condensedOnce] = condense([makeRow('2026-01-01T00:00:00Z'), makeRow('2026-01-02T00:00:00Z')], () =>
    makeRecordId(2),
  )
  const [condensedTwice] = condense([condensedOnce ?? makeRow(''), makeRow('2026-01-03T00:00:00Z')], () =>
    makeRecordId(3),
  )
  expect(condensedTwice?.about.condensed).toEqual({
    count: 3,
    since: '2026-01-01T00:00:00+00:00',
    until: '2026-01-03T00:00:00+00:00',
  })
})

test('views are stored over a new connection after the old one was lost', async () => {
  const { browser, tab, log } = openLog()
  await logAll(browser, log, [makeOpenedView(1)])
  tab.storage.breakConnections(() => true)
  await logAll(browser, log, [makeOpenedView(2)])
  tab.storage.loseConnections()
  await logAll(browser, log, [makeOpenedView(3)])
  expect(await readStoredIn(browser)).toHaveLength(3)
})
