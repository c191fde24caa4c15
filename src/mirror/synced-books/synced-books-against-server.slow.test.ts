import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Query } from '#contract/records/query.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { removeOfflineCopy } from '#mirror/vault/vault-database.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { makeDepositCase } from '#tests/support/books/deposit-cases.ts'
import { readStorageText } from '#tests/support/browsers/raw-storage.ts'
import { delayFirstCopies } from '#tests/support/fakes/delayed-first-copies.ts'
import { type FakeBrowser, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let baseUrl: string
let staff: SignedIn
let colleague: SignedIn
let group: string
let first: string

const deposits = '/services/deposit'
const registrations = '/services/real-estate'

beforeAll(async () => {
  server = await buildTestApp()
  baseUrl = await server.listen()
  staff = await server.signIn('staff')
  colleague = await server.signIn('superuser')
  group = await makeGroup(colleague, { name: '솔빛구간', region: '서울' })
  first = (await makeCase(colleague, group, { owner: '등기권리자 0' })).id
  for (let number = 1; number < 5; number += 1) await makeCase(colleague, group, { owner: `등기권리자 ${number}` })
  for (let number = 0; number < 5; number += 1) await makeDepositCase(colleague, { owner_name: `피공탁자 ${number}` })
}, 60_000)
afterAll(async () => {
  server.app.server.closeAllConnections()
  await server.close()
})

const everyRow: Query = { filters: [], search: '', sort: [] }

interface Device {
  readonly browser: FakeBrowser
  /** Opens a window of this browser with its own connection. */
  open(): Promise<{
    copy: OfflineCopy
    delayed: ReturnType<typeof delayFirstCopies>
    requests: string[]
    tab: ReturnType<FakeBrowser['openTab']>
  }>
  /** The contents of the mirror's databases. */
  mirrored(): Promise<string>
}

async function openDevice(): Promise<Device> {
  const browser = makeFakeBrowser({ clock: 'real' })
  const outbox = await openOutbox({ ...browser.openTab().runtime, newId }, staff.user.id)
  await saveSession(outbox, {
    access_token: staff.accessToken,
    refresh_token: staff.refreshToken,
    expires_in: 3600,
    user_info: staff.user,
  })
  closeOutbox(outbox)
  return {
    browser,
    async open() {
      const delayed = delayFirstCopies(fetch, [])
      const requests: string[] = []
      const recordFetch: Runtime['fetch'] = (input, init) => {
        requests.push(input)
        return delayed.fetch(input, init)
      }
      const tab = browser.openTab({ fetch: recordFetch, baseUrl })
      const runtime: Runtime = { ...tab.runtime, newId }
      return {
        copy: await openOfflineCopy({ userId: staff.user.id, runtime, createWorker: null }),
        delayed,
        requests,
        tab,
      }
    },
    mirrored: () => readStorageText(browser.storage, (name) => name.startsWith('mirror-')),
  }
}

async function waitUntilCopied(browser: FakeBrowser, copy: OfflineCopy): Promise<void> {
  await browser.runUntil(() => copy.getStatus().lastSyncAt !== null, 20_000)
}

async function countRows(browser: FakeBrowser, copy: OfflineCopy, collection: 'real-estate' | 'deposit-cases') {
  const rows = copy.openRows(collection, everyRow)
  await browser.runUntil(() => rows.getState().status !== 'loading', 20_000)
  const { total, status } = rows.getState()
  rows.close()
  return { total, status }
}

test('removes unchosen books at once, even offline, and keeps the rest', async () => {
  const { browser, open, mirrored } = await openDevice()
  const { copy, delayed } = await open()
  await waitUntilCopied(browser, copy)
  expect(await mirrored()).toContain('등기권리자 3')
  delayed.cut()
  await browser.finish(copy.chooseAreas([deposits]))
  const remaining = await mirrored()
  expect(remaining).not.toContain('등기권리자')
  expect(remaining).not.toContain('솔빛구간')
  expect(remaining).toContain('피공탁자 3')
  expect(copy.getStatus().syncedAreas).toEqual([deposits])
  expect(await countRows(browser, copy, 'real-estate')).toEqual({ total: 0, status: 'never_fetched' })
  expect(await countRows(browser, copy, 'deposit-cases')).toEqual({ total: 5, status: 'ready' })
  expect(await browser.finish(copy.getRow('real-estate', first))).toBeNull()
  copy.close()

  const reopened = (await open()).copy
  expect(reopened.getStatus().syncedAreas).toEqual([deposits])
  await waitUntilCopied(browser, reopened)
  expect(await mirrored()).not.toContain('등기권리자')
  reopened.close()
})

test('pulls changes of synced books only, and the search reports that it skipped the rest', async () => {
  const { browser, open, mirrored } = await openDevice()
  const { copy, requests } = await open()
  await waitUntilCopied(browser, copy)
  await browser.finish(copy.chooseAreas([deposits]))
  await makeCase(colleague, group, { owner: '등기권리자 새로' })
  await makeDepositCase(colleague, { owner_name: '피공탁자 새로' })
  copy.syncNow()
  const rows = copy.openRows('deposit-cases', { ...everyRow, search: '새로' })
  await browser.runUntil(() => rows.getState().arrived + rows.getState().total > 0, 20_000)
  const states: (string | null)[] = []
  const stop = copy.watchGlobalSearch(
    { text: '새로', limit: 5, today: '2026-11-20', recent: [] },
    ({ lacks, books }) => {
      states.push(lacks, ...books.map(({ collection }) => collection))
    },
  )
  await browser.runUntil(() => states.length > 0, 10_000)
  stop()
  expect(states).toEqual(['unheld', 'deposit-cases'])
  expect(await mirrored()).not.toContain('등기권리자')
  const queries = requests
    .filter((path) => path.includes('/api/sync/changes'))
    .map((path) => new URL(path).searchParams)
  expect(queries.at(0)?.has('collections')).toBe(false)
  expect(queries.at(-1)?.get('collections')?.split(',')).toContain('deposit-cases')
  expect(queries.at(-1)?.get('collections')?.split(',')).not.toContain('real-estate')
  copy.close()
})

test('an edit of a dropped book stays in the outbox, is never marked as deleted, and is sent', async () => {
  const { browser, open } = await openDevice()
  const { copy, delayed } = await open()
  await waitUntilCopied(browser, copy)
  delayed.holdWrites()
  const row = await browser.finish(copy.getRow('real-estate', first))
  const baseVersion = row?.record.version ?? 0
  const changes = { purpose: { old: row?.record['purpose'] ?? null, new: '남은 수정' } }
  await copy.enqueue({ kind: 'update', collection: 'real-estate', id: first, baseVersion, changes })
  await browser.finish(copy.chooseAreas([deposits]))
  expect(copy.outbox.getEntries()).toMatchObject([{ recordId: first, isGone: false, kind: 'update' }])
  copy.close()
  const reopenedLater = (await open()).copy
  await browser.runUntil(() => reopenedLater.getStatus().waiting + reopenedLater.getStatus().sending === 0, 30_000)
  expect(reopenedLater.getStatus().attention).toBe(0)
  const response = await staff.inject({ method: 'GET', url: `/api/sync/real-estate/rows?limit=100` })
  expect(response.body).toContain('남은 수정')
  expect(await browser.finish(reopenedLater.getRow('real-estate', first))).toBeNull()
  // The acknowledged entry leaves the outbox although its record is never pulled.
  await browser.runUntil(() => reopenedLater.outbox.getEntries().length === 0, 30_000)
  reopenedLater.close()
})

test('a book chosen again waits for the network without blocking others, then arrives complete', async () => {
  const { browser, open } = await openDevice()
  const { copy, delayed, requests } = await open()
  await waitUntilCopied(browser, copy)
  await browser.finish(copy.chooseAreas([deposits]))
  delayed.cut()
  await browser.runUntil(() => copy.getStatus().connection === 'offline', 20_000)
  await browser.finish(copy.chooseAreas([deposits, registrations]))
  expect(await countRows(browser, copy, 'deposit-cases')).toMatchObject({ status: 'ready' })
  expect(await countRows(browser, copy, 'real-estate')).toMatchObject({ total: 0, status: 'never_fetched' })
  copy.close()
  requests.length = 0
  await makeCase(colleague, group, { owner: '등기권리자 그사이' })
  const reopened = await open()
  await waitUntilCopied(browser, reopened.copy)
  const rows = reopened.copy.openRows('real-estate', { ...everyRow, search: '그사이' })
  await browser.runUntil(() => rows.getState().isComplete, 20_000)
  expect(rows.getState().total).toBe(1)
  // Nothing that was already here is fetched again.
  expect(reopened.requests.filter((path) => path.includes('/deposit-cases/rows'))).toEqual([])
  await browser.finish(reopened.copy.chooseAreas(null))
  await browser.runUntil(() => reopened.requests.some((path) => path.includes('/quick-deliveries/rows')), 20_000)
  expect(reopened.copy.getStatus().syncedAreas).toBeNull()
  reopened.copy.close()
})

test('other windows follow the choice, with any of them as the leader', async () => {
  const { browser, open } = await openDevice()
  const firstWindow = await open()
  await waitUntilCopied(browser, firstWindow.copy)
  const second = await open()
  expect(await countRows(browser, second.copy, 'real-estate')).toMatchObject({ status: 'ready' })
  await browser.finish(second.copy.chooseAreas([deposits]))
  await browser.runUntil(() => firstWindow.copy.getStatus().syncedAreas !== null, 10_000)
  expect(await countRows(browser, firstWindow.copy, 'real-estate')).toEqual({ total: 0, status: 'never_fetched' })
  await browser.finish(firstWindow.copy.chooseAreas(null))
  const rows = second.copy.openRows('real-estate', everyRow)
  await browser.runUntil(() => rows.getState().isComplete, 20_000)
  firstWindow.copy.close()
  second.copy.close()
})

test('a window that slept through the choice writes nothing back', async () => {
  const { browser, open, mirrored } = await openDevice()
  const inactive = await open()
  await waitUntilCopied(browser, inactive.copy)
  const second = await open()
  expect(await countRows(browser, second.copy, 'deposit-cases')).toMatchObject({ status: 'ready' })
  inactive.tab.freeze()
  await browser.finish(second.copy.chooseAreas([deposits]))
  await makeCase(colleague, group, { owner: '등기권리자 자는 동안' })
  inactive.tab.thaw()
  inactive.copy.syncNow()
  await browser.runUntil(() => inactive.copy.getStatus().syncedAreas !== null, 20_000)
  await makeDepositCase(colleague, { owner_name: '피공탁자 깨어난 뒤' })
  const rows = inactive.copy.openRows('deposit-cases', { ...everyRow, search: '깨어난' })
  await browser.runUntil(() => rows.getState().arrived + rows.getState().total > 0, 30_000)
  expect(await mirrored()).not.toContain('등기권리자')
  inactive.copy.close()
  second.copy.close()
})

test('a copy rebuilt after being dropped holds what was chosen', async () => {
  const { browser, open, mirrored } = await openDevice()
  const { copy } = await open()
  await waitUntilCopied(browser, copy)
  await browser.finish(copy.chooseAreas([deposits]))
  copy.close()
  await browser.finish(removeOfflineCopy(browser.openTab().runtime, staff.user.id))
  expect(await mirrored()).toBe('')
  const reopenedCopy = await open()
  await waitUntilCopied(browser, reopenedCopy.copy)
  const fetched = reopenedCopy.requests.flatMap((path) => /sync\/([a-z-]+)\/rows/.exec(path)?.[1] ?? [])
  expect(fetched.toSorted()).toEqual([
    'companies',
    'departments',
    'deposit-cases',
    'deposit-papers',
    'managers',
    'projects',
    'titles',
  ])
  expect(await mirrored()).not.toContain('등기권리자')
  reopenedCopy.copy.close()
})
