import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { limitOperations } from '#mirror/store/limit-operations.ts'
import { findStorageFailure } from '#mirror/store/storage-failure.ts'
import { storeInquiry } from '#mirror/visitor-queue/visitor-queue.ts'
import { makeVirtualClock } from '#tests/support/fakes/fake-clock.ts'
import { limitStorage } from './limit-storage.ts'
import {
  releaseMessage,
  releaseOnLeaving,
  releaseOnRequest,
  trackConnections,
  type WorkerScope,
} from './track-connections.ts'

/** A storage whose openings, deletions and lists are answered when `answer` is called. */
function makeSlowStorage() {
  const factory = new IDBFactory()
  const clock = makeVirtualClock()
  const answers: (() => void)[] = []
  const holdBack = (request: IDBOpenDBRequest) => {
    const target = Object.assign(new EventTarget(), { source: request })
    const forward = (event: Event) => answers.push(() => target.dispatchEvent(new Event(event.type)))
    for (const type of ['success', 'error']) request.addEventListener(type, forward)
    for (const key of ['result', 'error', 'transaction'])
      Object.defineProperty(target, key, { get: () => Reflect.get(request, key) as unknown })
    return target as unknown as IDBOpenDBRequest
  }
  const slow: IDBFactory = {
    open: (name, version) => holdBack(factory.open(name, version)),
    deleteDatabase: (name) => holdBack(factory.deleteDatabase(name)),
    databases: () => new Promise(() => undefined),
    cmp: (a, b) => factory.cmp(a, b),
  }
  const answer = () => answers.splice(0).forEach((work) => work())
  return { factory, clock, storage: limitStorage(slow, clock.wait), answer }
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 20))

test('opening, deleting and listing fail after ten seconds without an answer', async () => {
  const { storage, clock } = makeSlowStorage()
  const db = new Dexie('a', { indexedDB: storage, IDBKeyRange })
  db.version(1).stores({ rows: 'id' })
  const failures = Promise.allSettled([
    Promise.resolve(db.open()),
    Dexie.Promise.resolve(new Dexie('b', { indexedDB: storage, IDBKeyRange }).delete()),
    storage.databases(),
    storeInquiry({ indexedDB: storage }, { key: 'k', body: '', subject: '', writtenAt: 0, tries: 0, refusal: null }),
  ])
  await turns()
  clock.moveTo(clock.now() + 10_000)
  const names = (await failures).map((failure) => failure.status === 'rejected' && (failure.reason as Error).name)
  expect(names).toEqual(['StorageSilentError', 'StorageSilentError', 'StorageSilentError', 'StorageSilentError'])
})

test('a connection that arrives later is closed, so that it holds nobody up', async () => {
  const { storage, clock, factory, answer } = makeSlowStorage()
  const created = factory.open('a', 1)
  await turns()
  created.result.close()
  const opening = storage.open('a', 1)
  const outcome = new Promise((resolve) => opening.addEventListener('error', () => resolve(opening.error?.name)))
  await turns()
  clock.moveTo(clock.now() + 10_000)
  expect(await outcome).toBe('StorageSilentError')
  answer()
  await turns()
  const upgrade = factory.open('a', 2)
  const isUpgraded = new Promise((resolve) => {
    upgrade.addEventListener('success', () => resolve(true))
    upgrade.addEventListener('blocked', () => resolve(false))
  })
  expect(await isUpgraded).toBe(true)
})

test('an answer in time ends the limit', async () => {
  const clock = makeVirtualClock()
  const db = new Dexie('a', { indexedDB: limitStorage(new IDBFactory(), clock.wait), IDBKeyRange })
  db.version(1).stores({ rows: 'id' })
  await db.open()
  expect(await db.table('rows').count()).toBe(0)
  expect(clock.nextTimerAt()).toBe(null)
})

test('an operation that does not begin within ten seconds fails and is never stored; one that began goes on', async () => {
  const factory = new IDBFactory()
  const clock = makeVirtualClock()
  const rows = await openRows(limitStorage(factory, clock.wait))
  let isHeld = true
  const holding = rows.db.transaction('rw', rows, async () => {
    await rows.add({ id: 1 })
    while (isHeld) await rows.count()
  })
  await turns()
  const waiting = Promise.resolve(rows.add({ id: 2 })).catch((error: unknown) => findStorageFailure(error))
  await turns()
  clock.moveTo(clock.now() + 10_000)
  expect(await waiting).toBe('silent')
  isHeld = false
  await holding
  await rows.add({ id: 3 })
  expect(await rows.toCollection().primaryKeys()).toEqual([1, 3])
  expect(clock.nextTimerAt()).toBe(null)
})

/** A page that the browser moves into its page cache and back; `reloads` counts. */
function makeCachedPage() {
  const listeners: Record<string, (event: { persisted: boolean }) => void> = {}
  const page = {
    reloads: 0,
    addEventListener: (type: string, listener: (event: { persisted: boolean }) => void) => {
      listeners[type] = listener
    },
    performance,
    location: { reload: () => void (page.reloads += 1) },
    dispatch: (type: 'pagehide' | 'pageshow', persisted: boolean) => listeners[type]?.({ persisted }),
  }
  return page
}

async function openRows(storage: IDBFactory) {
  const db = new Dexie('a', { indexedDB: storage, IDBKeyRange })
  db.version(1).stores({ rows: 'id' })
  limitOperations(db)
  await db.open()
  return db.table<{ id: number }, number>('rows')
}

test('a page in the page cache holds up no other page, and reloads when it comes back', async () => {
  const factory = new IDBFactory()
  const clock = makeVirtualClock()
  const connections = trackConnections()
  const page = makeCachedPage()
  releaseOnLeaving(page, connections)
  const written = await openRows(limitStorage(factory, clock.wait, connections))
  let isWriting = false
  const write = written.db.transaction('rw', written, async () => {
    await written.add({ id: 1 })
    for (isWriting = true; ;) await written.count()
  })
  const outcome = write.then(
    () => 'stored',
    () => 'aborted',
  )
  await expect.poll(() => isWriting, { interval: 0 }).toBe(true)
  const next = await openRows(limitStorage(factory, clock.wait))
  const added = next.add({ id: 2 })
  page.dispatch('pagehide', true)
  expect(await outcome).toBe('aborted')
  await added
  expect(await next.toCollection().primaryKeys()).toEqual([2])
  page.dispatch('pageshow', true)
  expect(page.reloads).toBe(1)
})

test('a page that used no storage keeps what was typed when it comes back from the page cache', async () => {
  const connections = trackConnections()
  const page = makeCachedPage()
  releaseOnLeaving(page, connections)
  const rows = await openRows(limitStorage(new IDBFactory(), makeVirtualClock().wait, connections))
  await rows.count()
  rows.db.close()
  // Dexie's own reading while it opens.
  await turns()
  page.dispatch('pagehide', true)
  page.dispatch('pageshow', true)
  expect(page.reloads).toBe(0)
  await rows.db.open()
  expect(await rows.count()).toBe(0)
})

function makeWorker() {
  const worker = {
    messages: [] as unknown[],
    isEnded: false,
    postMessage: (message: unknown) => void worker.messages.push(message),
    terminate: () => {
      worker.isEnded = true
    },
  }
  return worker
}

test('a worker is asked to release its storage when its page leaves, and ends in the page cache', () => {
  const clock = makeVirtualClock()
  const connections = trackConnections()
  const page = makeCachedPage()
  releaseOnLeaving(page, connections)
  const worker = makeWorker()
  connections.followWorker(worker, clock.wait)
  page.dispatch('pagehide', false)
  expect(worker).toMatchObject({ messages: [releaseMessage], isEnded: false })
  page.dispatch('pagehide', true)
  expect(worker.isEnded).toBe(true)
})

test('a worker releases its storage when its page asks, and reports nothing that fails by it', async () => {
  const factory = new IDBFactory()
  const clock = makeVirtualClock()
  const connections = trackConnections()
  const scope = new EventTarget()
  releaseOnRequest(scope as unknown as WorkerScope, connections)
  const isReported = () => scope.dispatchEvent(new Event('unhandledrejection', { cancelable: true }))
  const held = await openRows(limitStorage(factory, clock.wait, connections))
  const work = held.db.transaction('rw', held, async () => {
    for (;;) await held.count()
  })
  const next = await openRows(limitStorage(factory, clock.wait))
  const added = next.add({ id: 2 })
  scope.dispatchEvent(new MessageEvent('message', { data: 'a call' }))
  expect(isReported()).toBe(true)
  scope.dispatchEvent(new MessageEvent('message', { data: releaseMessage }))
  await expect(work).rejects.toBeInstanceOf(Error)
  await added
  expect(isReported()).toBe(false)
})

test('a worker that its page ends has time to release its storage', async () => {
  const clock = makeVirtualClock()
  const connections = trackConnections()
  const worker = makeWorker()
  connections.followWorker(worker, clock.wait)
  const { terminate } = worker
  terminate()
  expect(worker).toMatchObject({ messages: [releaseMessage], isEnded: false })
  clock.moveTo(clock.now() + 100)
  await turns()
  expect(worker.isEnded).toBe(true)
})

test('a worker that is ending is not left behind in the page cache', () => {
  const connections = trackConnections()
  const page = makeCachedPage()
  releaseOnLeaving(page, connections)
  const worker = makeWorker()
  connections.followWorker(worker, makeVirtualClock().wait)
  const { terminate } = worker
  terminate()
  page.dispatch('pagehide', true)
  expect(worker.isEnded).toBe(true)
})

test('a database that opens after the release is closed at once', async () => {
  const connections = trackConnections()
  const late = limitStorage(new IDBFactory(), makeVirtualClock().wait, connections)
  const adding = openRows(late).then((rows) => rows.add({ id: 1 }))
  connections.release()
  await expect(adding).rejects.toBeInstanceOf(Error)
})
