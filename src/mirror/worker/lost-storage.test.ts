import { expect, test } from 'vitest'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { everyRow, makeOwnerEdit, openCopiedDevice } from '#tests/support/books/copied-device.ts'
import { makeCase, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { createTestSeals } from '#tests/support/fakes/fake-encryption.ts'
import { testUserId } from '#tests/support/outbox/outbox-fixtures.ts'

type WorkingCopy = Pick<Awaited<ReturnType<typeof openCopiedDevice>>, 'browser' | 'copy' | 'rows'>

const isMirror = (database: string) => database.startsWith('mirror-')

/** Whether everything works again without a reload. */
async function expectWorking({ browser, copy, rows }: WorkingCopy): Promise<void> {
  const since = browser.clock.now()
  await browser.runUntil(() => copy.outbox.getEntries().length === 0, 180_000)
  await browser.runUntil(() => (copy.getStatus().lastSyncAt ?? 0) > since && copy.getStatus().isInSync, 180_000)
  expect(copy.getStatus()).toMatchObject({ storageProblem: null, storeFailure: null, connection: 'online' })
  expect(rows.getState()).toMatchObject({ status: 'ready', total: 3 })
}

test('connections lost again and again lose no edit and leave the tab working', async () => {
  const device = await openCopiedDevice()
  const { browser, tab, copy, rows } = device
  for (let round = 0; round < 6; round++) {
    tab.storage.loseConnections()
    await browser.finish(copy.enqueue(makeOwnerEdit(100 + (round % 3), `임${round}`)))
    await browser.advance(7_000)
    tab.storage.loseConnections()
    await browser.advance(45_000)
  }
  await expectWorking(device)
  expect([0, 1, 2].map((at) => rows.rowAt(at)?.record['owner'])).toEqual(['임3', '임4', '임5'])
  copy.close()
})

test('a storage that refuses everything for minutes is reported, and works again without a reload', async () => {
  const device = await openCopiedDevice()
  const { browser, tab, copy } = device
  await browser.finish(copy.enqueue(makeOwnerEdit(100, '임봄')))
  tab.storage.loseConnections()
  tab.faults.refuseOpening = () => 'UnknownError'
  const refused = copy.enqueue(makeOwnerEdit(101, '임가을')).catch((error: unknown) => error)
  expect(await browser.finish(refused)).toMatchObject({ name: 'OutboxWriteError', reason: 'lost' })
  expect(copy.getStatus().storageProblem).toContain('저장소')
  await browser.advance(300_000)
  tab.faults.refuseOpening = () => null
  await browser.finish(copy.enqueue(makeOwnerEdit(101, '임가을')))
  await expectWorking(device)
  copy.close()
})

test('reads and writes that fail on an open connection are tried on a new one', async () => {
  const device = await openCopiedDevice()
  const { browser, tab, copy } = device
  const isBroken = { value: true }
  tab.faults.failReading = () => (isBroken.value ? 'UnknownError' : null)
  tab.faults.abortWith = () => (isBroken.value ? 'UnknownError' : null)
  await browser.advance(120_000)
  isBroken.value = false
  await browser.finish(copy.enqueue(makeOwnerEdit(101, '임가을')))
  await expectWorking(device)
  copy.close()
})

test.each(['outbox-', 'mirror-'])('broken connections of %s are replaced while the tab works', async (prefix) => {
  const device = await openCopiedDevice()
  const { browser, tab, copy } = device
  tab.storage.breakConnections((name) => name.startsWith(prefix))
  await browser.finish(copy.enqueue(makeOwnerEdit(102, '임겨울')))
  await expectWorking(device)
  tab.storage.breakConnections((name) => name.startsWith(prefix))
  await browser.advance(120_000)
  await expectWorking(device)
  copy.close()
})

test('a mirror whose connection breaks before its tab leads is opened again', async () => {
  const { browser, copy, tab: first } = await openCopiedDevice()
  const tab = browser.openTab({ fetch: first.fetch })
  const second = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const rows = second.openRows('real-estate', everyRow)
  await browser.runUntil(() => rows.getState().isComplete, 60_000)
  tab.storage.breakConnections((name) => name.startsWith('mirror-'))
  copy.close()
  await expectWorking({ browser, copy: second, rows })
  second.close()
})

test.each([
  ['writes', (mode: IDBTransactionMode) => mode === 'readwrite'],
  ['transactions', () => true],
])('a mirror whose %s never begin any more is copied into a new one, and stays readable', async (_what, isStuck) => {
  const device = await openCopiedDevice()
  const { server, browser, tab, copy, rows } = device
  const [stuck] = (await browser.storage.databases()).map(({ name = '' }) => name).filter(isMirror)
  tab.faults.neverBegins = (database, mode) => database === stuck && isStuck(mode)
  server.put('real-estate', makeCase(101, { owner: '임가을', version: 2, group_id: makeId(1) }))
  await browser.runUntil(() => rows.rowAt(1)?.record['owner'] === '임가을', 180_000)
  await browser.finish(copy.enqueue(makeOwnerEdit(100, '임봄')))
  await expectWorking(device)
  copy.close()
  const reopened = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const rowsAgain = reopened.openRows('real-estate', everyRow)
  await browser.runUntil(() => rowsAgain.rowAt(0)?.record['owner'] === '임봄', 60_000)
  reopened.close()
})

test.each([
  ['a mirror', { isFirst: false, isLocked: (store: string) => store === 'progress' }],
  ['a first copy', { isFirst: true, isLocked: (store: string) => store === 'progress' }],
  ['a whole mirror', { isFirst: false, isLocked: () => true }],
])('%s that was locked by the page before is copied into a new one', async (_what, { isFirst, isLocked }) => {
  const first = await openCopiedDevice()
  const { browser, server } = first
  first.copy.close()
  const [locked = ''] = (await browser.storage.databases()).map(({ name = '' }) => name).filter(isMirror)
  if (isFirst) browser.storage.deleteDatabase(locked)
  const tab = browser.openTab({ fetch: first.tab.fetch })
  // As in WebKit: a worker that ended was about to write a first page. Dexie opens a transaction
  // over all stores, but only to look at them.
  tab.faults.neverBegins = (database, _mode, stores) =>
    database === locked && stores.some(isLocked) && stores.length < 5
  server.put('real-estate', makeCase(101, { owner: '임가을', version: 2, group_id: makeId(1) }))
  const copy = await browser.finish(openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null }))
  const rows = copy.openRows('real-estate', everyRow)
  await browser.runUntil(() => copy.getStatus().isInSync, 90_000)
  expect(rows.getState()).toMatchObject({ isComplete: true, total: 3 })
  expect(rows.rowAt(1)?.record['owner']).toBe('임가을')
  expect(copy.getStatus().storeFailure).toBeNull()
  copy.close()
})

test('an edit whose transaction never begins is refused as silent, and stored when storage is back', async () => {
  const device = await openCopiedDevice()
  const { browser, tab, copy } = device
  tab.faults.neverBegins = (database) => database.startsWith('outbox-')
  const refused = copy.enqueue(makeOwnerEdit(101, '임가을')).catch((error: unknown) => error)
  expect(await browser.finish(refused)).toMatchObject({ name: 'OutboxWriteError', reason: 'silent' })
  tab.faults.neverBegins = () => false
  await browser.finish(copy.enqueue(makeOwnerEdit(101, '임가을')))
  await expectWorking(device)
  copy.close()
})

test.each(['mirror-', 'held-', 'vault-'])(
  'when opening %s is never answered, edits are stored, the reason is shown, and rows come later',
  async (prefix) => {
    const seals = createTestSeals('가람')
    const first = await openCopiedDevice(seals)
    const { browser } = first
    // Creates the database of the choice.
    await browser.finish(first.copy.chooseAreas(null))
    first.copy.close()
    const tab = browser.openTab({ fetch: first.tab.fetch })
    let isSilent = true
    tab.faults.refuseOpening = (name) => (isSilent && name.startsWith(prefix) ? 'silent' : null)
    const opening = openOfflineCopy({ userId: testUserId, runtime: { ...tab.runtime, seals }, createWorker: null })
    const copy = await browser.finish(opening)
    const rows = copy.openRows('real-estate', everyRow)
    await browser.finish(copy.enqueue(makeOwnerEdit(101, '임가을')))
    await browser.runUntil(() => rows.getState().status === 'error', 30_000)
    expect(copy.getStatus()).toMatchObject({ storeFailure: 'failing', storageProblem: null })
    isSilent = false
    await browser.runUntil(() => rows.getState().isComplete, 60_000)
    await browser.runUntil(() => copy.outbox.getEntries().length === 0, 60_000)
    copy.close()
  },
)

test.each(['outbox-', 'papers-'])('when opening %s is never answered, the caller learns it', async (prefix) => {
  const { browser, copy, tab: first } = await openCopiedDevice()
  copy.close()
  const tab = browser.openTab({ fetch: first.fetch })
  tab.faults.refuseOpening = (name) => (name.startsWith(prefix) ? 'silent' : null)
  const opening = openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const failure = await browser.finish(opening.catch((error: unknown) => error))
  expect(failure).toMatchObject({ name: 'OutboxWriteError', reason: 'silent' })
  tab.faults.refuseOpening = () => null
  const again = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  await browser.finish(again.enqueue(makeOwnerEdit(101, '임가을')))
  again.close()
})
