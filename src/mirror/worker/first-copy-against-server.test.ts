import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import type { Query, Sort } from '#contract/records/query.ts'
import type { RowSource } from '#contract/records/row-source.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { makeDepositCase } from '#tests/support/books/deposit-cases.ts'
import { delayFirstCopies } from '#tests/support/fakes/delayed-first-copies.ts'
import { type FakeBrowser, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let baseUrl: string
let staff: SignedIn
let colleague: SignedIn
let groups: readonly [string, string]

beforeAll(async () => {
  server = await buildTestApp()
  baseUrl = await server.listen()
  staff = await server.signIn('staff')
  colleague = await server.signIn('superuser')
  groups = [
    await makeGroup(colleague, { name: '솔빛구간', region: '서울' }),
    await makeGroup(colleague, { name: '해든구간', region: '부산' }),
  ]
  for (let number = 0; number < 30; number += 1) {
    const day = `2026-0${1 + (number % 6)}-1${number % 3}`
    const fees = number % 7 === 0 ? null : (number % 5) * 10_000
    await makeCase(colleague, groups[number % 2] ?? '', { owner: `소유자 ${number}`, fees, created_at: day })
    const status = number % 2 === 0 ? 'pending' : 'completed'
    await makeDepositCase(colleague, { owner_name: `공탁인 ${number}`, fees, created_at: day, status })
  }
  const delivery = { rider: '김가온', amount: 10_000, created_at: '2026-11-20T03:00:00+00:00' }
  await colleague.inject({ method: 'POST', url: '/api/quick/', payload: delivery })
}, 60_000)
afterAll(async () => {
  // The devices' event streams are still open; a graceful close would wait a minute for them.
  server.app.server.closeAllConnections()
  await server.close()
})

interface Device {
  readonly browser: FakeBrowser
  readonly copy: OfflineCopy
  readonly delayed: ReturnType<typeof delayFirstCopies>
}

/**
 * A device this user signs in on for the first time; first copies of the given collections don't
 * get through.
 */
async function openFreshDevice(...collections: CollectionName[]): Promise<Device> {
  const browser = makeFakeBrowser({ clock: 'real' })
  const delayed = delayFirstCopies(fetch, collections)
  const runtime: Runtime = { ...browser.openTab({ fetch: delayed.fetch, baseUrl }).runtime, newId }
  const outbox = await openOutbox(runtime, staff.user.id)
  await saveSession(outbox, {
    access_token: staff.accessToken,
    refresh_token: staff.refreshToken,
    expires_in: 3600,
    user_info: staff.user,
  })
  closeOutbox(outbox)
  return { browser, copy: await openOfflineCopy({ userId: staff.user.id, runtime, createWorker: null }), delayed }
}

const newestFirst: Query = { filters: [], search: '', sort: [{ field: 'created_at', direction: 'desc' }] }

function sortBy(field: string, direction: Sort['direction'] = 'asc'): Query {
  return { ...newestFirst, sort: [{ field, direction }] }
}

function listIds(rows: RowSource): (string | undefined)[] {
  return Array.from({ length: rows.getState().total }, (_, index) => rows.rowAt(index)?.id)
}

test('copies the collections of the visible screen first, without delaying the next screen', async () => {
  const { browser, copy, delayed } = await openFreshDevice('real-estate')
  const cases = copy.openRows('real-estate', newestFirst)
  await browser.runUntil(() => delayed.requestedPaths.includes('real-estate'), 10_000)
  expect(delayed.requestedPaths).toEqual(['real-estate-groups', 'real-estate'])

  const deliveries = copy.openRows('quick-deliveries', newestFirst)
  await browser.runUntil(() => deliveries.getState().isComplete, 10_000)
  expect(delayed.requestedPaths.slice(0, 3)).toEqual(['real-estate-groups', 'real-estate', 'quick-deliveries'])
  expect(deliveries.getState()).toMatchObject({ status: 'ready', total: 1 })
  expect(cases.getState().isComplete).toBe(false)

  delayed.release()
  await browser.runUntil(() => cases.getState().isComplete, 10_000)
  expect(cases.getState().total).toBe(30)
  await browser.runUntil(() => copy.getStatus().lastSyncAt !== null, 10_000)
  expect(delayed.requestedPaths.toSorted()).toEqual(collectionNames.toSorted())
  copy.close()
})

test('shows first rows from the server during the copy, which replaces them without moving a row', async () => {
  const { browser, copy, delayed } = await openFreshDevice('real-estate')
  const rows = copy.openRows('real-estate', newestFirst)
  await browser.runUntil(() => rows.rowAt(0)?.joined['group_id'] !== undefined, 10_000)
  const { generation } = rows.getState()
  expect(rows.getState()).toMatchObject({ status: 'ready', total: 30, isComplete: false })
  expect(rows.getState().copying).toBeDefined()
  expect(rows.rowAt(29)).toBeDefined()
  const before = listIds(rows).map((id) => rows.rowById(id ?? ''))

  delayed.release()
  await browser.runUntil(() => rows.getState().isComplete, 10_000)
  expect(rows.getState()).toMatchObject({ status: 'ready', total: 30, generation })
  expect(rows.getState().copying).toBeUndefined()
  // The very same row objects, so the table redraws nothing.
  for (const [index, row] of before.entries()) expect(rows.rowAt(index)).toBe(row)
  copy.close()
})

test("the copy finds the same rows in the same order as the server's first page", async () => {
  const between = { op: 'between', field: 'created_at', from: '2026-02-01', to: '2026-04-30' } as const
  const queries: [CollectionName, Query][] = [
    ['real-estate', { ...newestFirst, search: '소유자 1' }],
    ['real-estate', { ...newestFirst, search: 'ㅅㅇㅈ 솔빛' }],
    ['real-estate', sortBy('fees')],
    ['real-estate', sortBy('fees', 'desc')],
    ['real-estate', { ...newestFirst, sort: [] }],
    ['real-estate', { ...newestFirst, filters: [{ op: 'contains', field: 'group_id.region', text: '부산' }] }],
    ['real-estate', { ...newestFirst, filters: [between, { op: 'contains', field: 'group_id.name', text: 'ㅅㅂ' }] }],
    ['deposit-cases', { ...newestFirst, filters: [{ op: 'one_of', field: 'status', values: ['pending'] }, between] }],
    ['deposit-cases', { ...newestFirst, filters: [{ op: 'contains', field: 'business_section', text: '가온' }] }],
    ['deposit-cases', { ...sortBy('created_at'), search: '공탁인' }],
  ]
  const { browser, copy, delayed } = await openFreshDevice('real-estate', 'deposit-cases')
  const sources = queries.map(([collection, query]) => copy.openRows(collection, query))
  await browser.runUntil(() => sources.every((rows) => rows.getState().total > 0), 10_000)
  const resultIds = sources.map(listIds)
  expect(sources.some((rows) => rows.getState().isComplete)).toBe(false)
  delayed.release()
  await browser.runUntil(() => sources.every((rows) => rows.getState().isComplete), 10_000)
  for (const [place, rows] of sources.entries()) expect(listIds(rows)).toEqual(resultIds[place])
  copy.close()
})

test('a query that the first rows cannot satisfy waits for the copy instead of showing none', async () => {
  const { browser, copy, delayed } = await openFreshDevice('real-estate')
  const rows = copy.openRows('real-estate', newestFirst)
  const shownIds: string[] = []
  rows.subscribe(() => shownIds.push(`${rows.getState().status} ${rows.getState().total}`))
  await browser.runUntil(() => rows.rowAt(0) !== undefined, 10_000)
  shownIds.length = 0
  rows.setQuery({ ...newestFirst, search: '소유자 2' })
  await browser.runUntil(() => rows.getState().total < 30, 10_000)
  expect(shownIds.filter((state) => !state.startsWith('ready'))).toEqual([])
  rows.setQuery({ ...newestFirst, filters: [{ op: 'equals', field: 'owner', value: '소유자 7' }] })
  await browser.runUntil(() => rows.getState().status === 'loading', 10_000)
  expect(rows.getState()).toMatchObject({ total: 0, isComplete: false })
  expect(rows.getState().copying).toBeDefined()
  delayed.release()
  await browser.runUntil(() => rows.getState().isComplete, 10_000)
  expect(rows.rowAt(0)?.record['owner']).toBe('소유자 7')
  copy.close()
})

test('an export of a book and the choices of a filter wait for the whole book', async () => {
  const { browser, copy, delayed } = await openFreshDevice('real-estate')
  const rows = copy.openRows('real-estate', newestFirst)
  await browser.runUntil(() => rows.rowAt(0) !== undefined, 10_000)
  const written: number[] = []
  const file = copy.readAll('real-estate', newestFirst, (chunk) => void written.push(chunk.length))
  const choices = rows.countValues?.('group_id', 10)
  await browser.settle()
  expect(written).toEqual([])
  delayed.release()
  await browser.finish(file)
  expect(written.reduce((sum, length) => sum + length, 0)).toBeGreaterThanOrEqual(30)
  expect((await choices)?.map(({ label }) => label).toSorted()).toEqual(['솔빛구간', '해든구간'])
  copy.close()
})

test('a waiting export continues with what is here once the network is gone', async () => {
  const { browser, copy, delayed } = await openFreshDevice('real-estate')
  const file = copy.readAll('real-estate', newestFirst, () => undefined)
  await browser.runUntil(() => delayed.requestedPaths.includes('real-estate'), 10_000)
  delayed.cut()
  await expect(browser.finish(file)).resolves.toBeUndefined()
  await browser.runUntil(() => copy.getStatus().connection === 'offline', 10_000)
  copy.close()
})

test('a row deleted during the copy returns to its place when the deletion is undone', async () => {
  const { browser, copy, delayed } = await openFreshDevice('real-estate')
  const rows = copy.openRows('real-estate', newestFirst)
  await browser.runUntil(() => rows.rowAt(0) !== undefined, 10_000)
  const { total } = rows.getState()
  const row = rows.rowAt(2)
  if (!row) throw new Error('there is no row')
  // The delete reaches the server only after the copy is complete.
  delayed.holdWrites()
  const deletion = { kind: 'delete', collection: 'real-estate', id: row.id, baseVersion: row.record.version } as const
  const [opId = ''] = await copy.enqueue(deletion)
  delayed.release()
  await browser.runUntil(() => rows.getState().isComplete && rows.getState().total === total - 1, 10_000)
  await browser.runUntil(() => copy.outbox.getEntries()[0]?.state === 'queued', 10_000)
  await copy.outbox.discard(opId)
  await browser.runUntil(() => rows.getState().total === total, 10_000)
  expect(rows.rowAt(2)?.id).toBe(row.id)
  copy.close()
})

test('a row from the server can be edited and opened like any other, and a new record appears above it', async () => {
  const { browser, copy, delayed } = await openFreshDevice('real-estate')
  const rows = copy.openRows('real-estate', newestFirst)
  await browser.runUntil(() => rows.rowAt(0) !== undefined, 10_000)
  const row = rows.rowAt(0)
  if (!row) throw new Error('there is no row')
  const changes = { purpose: { old: row.record['purpose'] ?? null, new: '근저당권설정' } }
  const edit = { kind: 'update', collection: 'real-estate', id: row.id, baseVersion: row.record.version } as const
  await copy.enqueue({ ...edit, changes })
  expect((await browser.finish(copy.getRow('real-estate', row.id)))?.record['purpose']).toBe('근저당권설정')
  await browser.runUntil(() => copy.getStatus().waiting + copy.getStatus().sending === 0, 10_000)
  // Accepted by the server, and no mark is left although the copy is still running.
  await browser.runUntil(() => rows.rowById(row.id)?.marks['purpose'] === undefined, 10_000)
  expect(rows.rowById(row.id)?.record['purpose']).toBe('근저당권설정')

  const id = newId()
  const fields = { group_id: groups[0], owner: '새로 온 사람', created_at: '2020-01-01' }
  await copy.enqueue({ kind: 'create', collection: 'real-estate', id, fields })
  await browser.runUntil(() => rows.rowAt(0)?.id === id, 10_000)
  expect(rows.getState().total).toBe(31)

  delayed.release()
  await browser.runUntil(() => rows.getState().isComplete && rows.getState().total === 31, 10_000)
  await browser.runUntil(() => rows.indexOf(id) === 30, 10_000)
  await browser.runUntil(() => copy.getStatus().waiting + copy.getStatus().sending === 0, 10_000)
  expect(rows.rowById(row.id)?.record).toMatchObject({ purpose: '근저당권설정', version: 2 })
  copy.close()
})
