import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { storeInquiry } from '#mirror/visitor-queue/visitor-queue.ts'
import { makeVirtualClock } from '#tests/support/fakes/fake-clock.ts'
import { limitStorage } from './limit-storage.ts'
import { trackConnections } from './track-connections.ts'

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

test('a page that releases its storage holds up no other page', async () => {
  const factory = new IDBFactory()
  const clock = makeVirtualClock()
  const leaving = trackConnections()
  const openTable = async (storage: IDBFactory) => {
    const db = new Dexie('a', { indexedDB: storage, IDBKeyRange })
    db.version(1).stores({ rows: 'id' })
    await db.open()
    return db.table<{ id: number }, number>('rows')
  }
  const written = await openTable(limitStorage(factory, clock.wait, leaving))
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
  const next = await openTable(limitStorage(factory, clock.wait))
  const added = next.add({ id: 2 })
  leaving.release()
  expect(await outcome).toBe('aborted')
  await added
  expect(await next.toCollection().primaryKeys()).toEqual([2])
})
