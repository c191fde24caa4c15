import { expect, test } from 'vitest'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { makeCase, makeGroup, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { openOfflineCopy } from './open-offline-copy.ts'

const everyRow = { filters: [], search: '', sort: [{ field: 'owner', direction: 'asc' as const }] }

async function openSignedInTab(server: ReturnType<typeof startScriptedServer>) {
  const browser = makeFakeBrowser()
  const tab = browser.openTab({ fetch: server.fetch })
  const outbox = await openOutbox(tab.runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  return { browser, tab }
}

function startSmallOffice() {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', makeGroup(1, '솔빛구간', { region: '서울' }))
  for (let number = 100; number < 1350; number++) {
    server.put('real-estate', makeCase(number, { group_id: makeId(1), owner: `홍${number}` }))
  }
  return server
}

test('shows rows in order with their groups after the first copy, and finds them by initials', async () => {
  const server = startSmallOffice()
  const { browser, tab } = await openSignedInTab(server)
  const copy = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const rows = copy.openRows('real-estate', everyRow)
  await browser.runUntil(() => rows.getState().isComplete)
  expect(rows.getState()).toMatchObject({ status: 'ready', total: 1250, arrived: 0 })
  expect(rows.rowAt(0)).toMatchObject({ record: { owner: '홍100' }, joined: { group_id: { name: '솔빛구간' } } })
  rows.ensureRange(1240, 1249)
  await browser.runUntil(() => rows.rowAt(1249) !== undefined)
  expect(rows.rowAt(1249)?.record['owner']).toBe('홍1349')
  rows.setQuery({ ...everyRow, search: 'ㅅㅂ 홍1349' })
  await browser.runUntil(() => rows.getState().total === 1)
  expect(rows.rowAt(0)?.record['owner']).toBe('홍1349')
  copy.close()
})

test('an edit and a new record are shown at once and survive closing the browser offline', async () => {
  const server = startSmallOffice()
  const { browser, tab } = await openSignedInTab(server)
  const first = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const rows = first.openRows('real-estate', everyRow)
  await browser.runUntil(() => rows.getState().isComplete)
  server.isDown = true
  const before = rows.rowAt(5)
  await first.enqueue({
    kind: 'update',
    collection: 'real-estate',
    id: makeId(105),
    baseVersion: 1,
    changes: { owner: { old: '홍105', new: '가나다' } },
  })
  expect(rows.rowAt(5)).toMatchObject({
    record: { owner: '가나다' },
    marks: { owner: { state: 'queued', confirmed: '홍105' } },
  })
  expect(rows.rowAt(5)).not.toBe(before)
  await browser.runUntil(() => rows.rowAt(5)?.isOutside === true)
  await first.enqueue({
    kind: 'create',
    collection: 'real-estate',
    id: makeId(9000),
    fields: { owner: '새 사람', group_id: makeId(1) },
  })
  await browser.runUntil(() => rows.getState().total === 1251)
  expect(rows.rowAt(0)).toMatchObject({ state: 'new', record: { owner: '새 사람' } })
  expect(rows.rowAt(6)?.record['owner']).toBe('가나다')
  tab.kill()

  const reopened = browser.openTab({ fetch: server.fetch })
  const second = await openOfflineCopy({ userId: testUserId, runtime: reopened.runtime, createWorker: null })
  const found = second.openRows('real-estate', { ...everyRow, search: '가나다' })
  await browser.runUntil(() => found.getState().isComplete)
  expect(found.rowAt(0)).toMatchObject({ id: makeId(105), marks: { owner: { state: 'queued' } } })
  // Both edits are still pending; the new tab may have begun to send one of them.
  const { waiting, sending } = second.getStatus()
  expect(waiting + sending).toBe(2)
  second.close()
})

test('a window closed the moment the first copy completes has its first rows at the next start', async () => {
  const server = startSmallOffice()
  const { browser, tab } = await openSignedInTab(server)
  const first = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const rows = first.openRows('real-estate', everyRow)
  // A real worker dies with a transaction it has only begun, but the fake storage may still
  // complete it. So the order is checked too.
  let begunAt: number | null = null
  tab.faults.abortWith = (stores) => {
    if (stores.includes('firstPages')) begunAt ??= tab.steps.length
    return null
  }
  let isPersisted: boolean | null = null
  rows.subscribe(() => {
    if (!rows.getState().isComplete || isPersisted !== null) return
    isPersisted = begunAt !== null && tab.steps.slice(begunAt).includes('transaction complete')
    tab.kill()
  })
  await browser.runUntil(() => isPersisted !== null)
  expect(isPersisted).toBe(true)

  const reopened = browser.openTab({ fetch: server.fetch })
  const second = await openOfflineCopy({ userId: testUserId, runtime: reopened.runtime, createWorker: null })
  const found = second.openRows('real-estate', everyRow)
  await browser.runUntil(() => found.rowAt(0) !== undefined)
  expect(found.getState()).toMatchObject({ status: 'ready', total: 1250, isComplete: false })
  expect(found.rowAt(0)).toMatchObject({ record: { owner: '홍100' }, joined: { group_id: { name: '솔빛구간' } } })
  second.close()
})

test('one of two tabs pulls and informs the other, which takes over when the first dies', async () => {
  const server = startSmallOffice()
  const { browser, tab } = await openSignedInTab(server)
  const first = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const firstRows = first.openRows('real-estate', everyRow)
  await browser.runUntil(() => firstRows.getState().isComplete)
  const other = browser.openTab({ fetch: server.fetch })
  const second = await openOfflineCopy({ userId: testUserId, runtime: other.runtime, createWorker: null })
  const secondRows = second.openRows('real-estate', everyRow)
  await browser.runUntil(() => secondRows.getState().isComplete)
  // While other collections are still arriving, changes are not waited for separately.
  await browser.runUntil(() => second.getStatus().lastSyncAt !== null)

  server.put('real-estate', makeCase(100, { group_id: makeId(1), owner: '동료가 고침', version: 2 }))
  server.put('real-estate', makeCase(7000, { group_id: makeId(1), owner: '동료가 더함' }))
  server.notifyChanged()
  await browser.runUntil(() => secondRows.rowAt(0)?.record['owner'] === '동료가 고침')
  await browser.runUntil(() => firstRows.getState().arrived === 1 && secondRows.getState().arrived === 1)
  expect(server.requests.filter((path) => path.startsWith('/api/sync/events'))).toHaveLength(1)

  await second.enqueue({ kind: 'delete', collection: 'real-estate', id: makeId(101), baseVersion: 1 })
  await browser.runUntil(() => firstRows.getState().total === 1249)
  tab.kill()
  server.put('real-estate', makeCase(102, { group_id: makeId(1), owner: '다시 고침', version: 2 }))
  await browser.runUntil(() => secondRows.rowById(makeId(102))?.record['owner'] === '다시 고침')
  second.close()
})

test('reports that there is nothing to show without a copy and without a network', async () => {
  const server = startSmallOffice()
  server.isDown = true
  const { browser, tab } = await openSignedInTab(server)
  const copy = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const rows = copy.openRows('real-estate', everyRow)
  await browser.runUntil(() => rows.getState().status === 'never_fetched')
  expect(copy.getStatus()).toMatchObject({ connection: 'offline', isInSync: false })
  server.isDown = false
  copy.syncNow()
  await browser.runUntil(() => rows.getState().isComplete)
  await browser.runUntil(() => copy.getStatus().isInSync)
  const names: string[] = []
  copy.watchAll('real-estate-groups', (groups) => names.push(...groups.map((group) => String(group['name']))))
  await browser.runUntil(() => names.length > 0)
  expect(names).toEqual(['솔빛구간'])
  const read: string[] = []
  const done = copy.readAll('real-estate', everyRow, (chunk) => {
    read.push(...chunk.map((row) => String(row.record['owner'])))
  })
  let isDone = false
  void done.then(() => {
    isDone = true
  })
  await browser.runUntil(() => isDone)
  expect(read).toHaveLength(1250)
  expect(read[1249]).toBe('홍1349')
  copy.close()
})

test('a visible tab takes over from a frozen leader', async () => {
  const server = startSmallOffice()
  const { browser, tab } = await openSignedInTab(server)
  const first = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const firstRows = first.openRows('real-estate', everyRow)
  await browser.runUntil(() => firstRows.getState().isComplete)
  const other = browser.openTab({ fetch: server.fetch })
  const second = await openOfflineCopy({ userId: testUserId, runtime: other.runtime, createWorker: null })
  const secondRows = second.openRows('real-estate', everyRow)
  await browser.runUntil(() => secondRows.getState().isComplete)
  tab.freeze()
  server.put('real-estate', makeCase(100, { group_id: makeId(1), owner: '동료가 고침', version: 2 }))
  const since = browser.clock.now()
  await browser.runUntil(() => secondRows.rowAt(0)?.record['owner'] === '동료가 고침', 40_000)
  expect(browser.clock.now() - since).toBeLessThanOrEqual(25_000)
  second.close()
})

test('retries a first copy the device cannot store, and continues when there is room', async () => {
  const server = startSmallOffice()
  const { browser, tab } = await openSignedInTab(server)
  let refused = 0
  tab.faults.abortWith = (stores, mode) => {
    if (mode !== 'readwrite' || !stores.includes('blocks') || refused >= 3) return null
    refused += 1
    return 'QuotaExceededError'
  }
  const copy = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const rows = copy.openRows('real-estate', everyRow)
  await browser.runUntil(() => rows.getState().isComplete && rows.getState().total === 1250)
  expect(refused).toBe(3)
  copy.close()
})

test('changes without room on the device are reported in every tab and arrive once there is room', async () => {
  const server = startSmallOffice()
  const { browser, tab } = await openSignedInTab(server)
  const other = browser.openTab({ fetch: server.fetch })
  const open = (runtime: typeof tab.runtime) => openOfflineCopy({ userId: testUserId, runtime, createWorker: null })
  const copies = [await open(tab.runtime), await open(other.runtime)] as const
  const rows = copies[0].openRows('real-estate', everyRow)
  await browser.runUntil(() => rows.getState().isComplete && copies.every((copy) => copy.getStatus().isInSync))
  expect(copies.map((copy) => copy.getStatus().storeFailure)).toEqual([null, null])

  for (const { faults } of [tab, other])
    faults.abortWith = (stores) => (stores.includes('recent') ? 'QuotaExceededError' : null)
  server.put('real-estate', makeCase(100, { group_id: makeId(1), owner: '동료가 고침', version: 2 }))
  await browser.runUntil(() => copies.every((copy) => copy.getStatus().storeFailure === 'full'))
  let timesInSync = 0
  for (const copy of copies) copy.subscribeStatus(() => (timesInSync += Number(copy.getStatus().isInSync)))
  await browser.advance(180_000)
  expect(timesInSync).toBe(0)
  expect(copies.map((copy) => copy.getStatus())).toMatchObject([
    { storeFailure: 'full', isInSync: false, connection: 'online' },
    { storeFailure: 'full', isInSync: false, connection: 'online' },
  ])
  expect(rows.rowAt(0)?.record['owner']).toBe('홍100')

  for (const { faults } of [tab, other]) faults.abortWith = () => null
  await browser.runUntil(() => copies.every((copy) => copy.getStatus().isInSync), 120_000)
  expect(rows.rowAt(0)?.record['owner']).toBe('동료가 고침')
  expect(copies.map((copy) => copy.getStatus().storeFailure)).toEqual([null, null])
  for (const copy of copies) copy.close()
})

test('reports a first copy without room from its first page on', async () => {
  const server = startSmallOffice()
  const { browser, tab } = await openSignedInTab(server)
  tab.faults.abortWith = (stores) => (stores.includes('blocks') ? 'QuotaExceededError' : null)
  const copy = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  await browser.runUntil(() => copy.getStatus().storeFailure === 'full')
  expect(copy.getStatus()).toMatchObject({ connection: 'online', isInSync: false, lastSyncAt: null })
  tab.faults.abortWith = () => null
  await browser.runUntil(() => copy.getStatus().isInSync, 120_000)
  expect(copy.getStatus().storeFailure).toBeNull()
  copy.close()
})
