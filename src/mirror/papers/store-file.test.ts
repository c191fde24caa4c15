import { expect, test } from 'vitest'
import { OutboxWriteError } from '#mirror/offline-copy.ts'
import { createSeals, importVaultKeys, newKeyBytes } from '#mirror/vault/vault-keys.ts'
import { type FakeTab, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { makePdfBytes } from '#tests/support/outbox/paper-device.ts'
import { openPapers, type Papers, rereadPapers } from './open-papers.ts'
import { isRemovableCopiesName, openPaperCopies } from './paper-copies.ts'
import { createPapersStatus } from './papers-api.ts'
import { discardFile, markRecorded, readBytes, readThumb, storeFile } from './store-file.ts'

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3])

function makeFile(bytes: Uint8Array<ArrayBuffer>, name = '사진') {
  return {
    name,
    mediaType: 'image/jpeg',
    bytes,
    thumb: jpeg,
    buildRecord: ({ contentId, digest, size }: { contentId: string; digest: string; size: number }) => ({
      collection: 'case-papers' as const,
      id: 'record',
      fields: { content_id: contentId, digest, size },
    }),
  }
}

async function openDevice(tab: FakeTab) {
  const papers = await openPapers(tab.runtime, testUserId)
  return { papers, copies: openPaperCopies(tab.runtime, testUserId) }
}

function getFirstContentId({ waiting }: Papers): string {
  return waiting[0]?.contentId ?? ''
}

test('stores a file with its thumbnail and the record to create, and keeps it after its tab closes', async () => {
  const browser = makeFakeBrowser()
  const { papers, copies } = await openDevice(browser.openTab())
  const bytes = makePdfBytes(100_000, 1)
  const record = await storeFile(papers, copies, makeFile(bytes))
  expect(record.fields).toMatchObject({ size: 100_000, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const other = await openPapers(browser.openTab().runtime, testUserId)
  expect(other.waiting).toMatchObject([{ state: 'waiting', received: 0, unrecorded: record }])
  expect(await readBytes(other, getFirstContentId(other))).toEqual(bytes)
  expect(await readThumb(other, getFirstContentId(other))).toEqual(jpeg)
  await markRecorded(other, getFirstContentId(other))
  await browser.settle()
  // The first tab knows it too.
  expect(papers.waiting[0]?.unrecorded).toBeNull()
})

test('reports a full device and stores nothing partially', async () => {
  const tab = makeFakeBrowser().openTab()
  const { papers, copies } = await openDevice(tab)
  tab.faults.abortWith = (_stores, mode) => (mode === 'readwrite' ? 'QuotaExceededError' : null)
  const failure = await storeFile(papers, copies, makeFile(makePdfBytes(5_000, 2))).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(OutboxWriteError)
  expect(failure).toMatchObject({ reason: 'full' })
  tab.faults.abortWith = () => null
  await rereadPapers(papers)
  expect([papers.waiting, await papers.db.bytes.count(), await papers.db.thumbs.count()]).toEqual([[], 0, 0])
})

test('files stored at once over a broken connection are all stored, and copies work again', async () => {
  const tab = makeFakeBrowser().openTab()
  const { papers, copies } = await openDevice(tab)
  await copies.putBytes('a', jpeg)
  tab.storage.breakConnections(() => true)
  await Promise.all([1, 2, 3].map((number) => storeFile(papers, copies, makeFile(makePdfBytes(5_000, number)))))
  expect([papers.waiting.length, await papers.db.bytes.count()]).toEqual([3, 3])
  expect(await copies.getBytes('a')).toEqual(jpeg)
  tab.storage.breakConnections(() => true)
  await copies.putBytes('b', jpeg)
  expect([...(await copies.listIds())].toSorted()).toEqual(['a', 'b'])
  tab.storage.loseConnections()
  await rereadPapers(papers)
  expect(papers.waiting).toHaveLength(3)
})

test('evicts copies of confirmed files when there is no room', async () => {
  const tab = makeFakeBrowser().openTab()
  const { papers, copies } = await openDevice(tab)
  await copies.putBytes('a', jpeg)
  tab.faults.abortWith = (stores, mode) => {
    if (mode !== 'readwrite' || !stores.includes('contents')) return null
    tab.faults.abortWith = () => null
    return 'QuotaExceededError'
  }
  await storeFile(papers, copies, makeFile(makePdfBytes(5_000, 3)))
  expect(papers.waiting).toHaveLength(1)
  expect(await copies.getBytes('a')).toBeNull()
})

test('evicts the least recently used copies over budget, and never a waiting file', async () => {
  const browser = makeFakeBrowser()
  const tab = browser.openTab()
  const { papers } = await openDevice(tab)
  const copies = openPaperCopies(tab.runtime, testUserId, 250)
  await storeFile(papers, copies, makeFile(makePdfBytes(10_000, 4)))
  for (const id of ['a', 'b']) {
    await copies.putBytes(id, new Uint8Array(100))
    await browser.advance(10)
  }
  await copies.getBytes('a')
  await browser.advance(10)
  await copies.putBytes('c', new Uint8Array(100))
  expect([...(await copies.listIds())].toSorted()).toEqual(['a', 'c'])
  await copies.clear()
  expect([...(await copies.listIds())]).toEqual([])
  expect(await readBytes(papers, getFirstContentId(papers))).toHaveLength(10_000)
})

test('removing files leaves nothing, and copies of other users are recognized by name', async () => {
  const { papers, copies } = await openDevice(makeFakeBrowser().openTab())
  await storeFile(papers, copies, makeFile(makePdfBytes(1_000, 5)))
  await discardFile(papers, getFirstContentId(papers))
  expect([papers.waiting, await papers.db.bytes.count(), await papers.db.thumbs.count()]).toEqual([[], 0, 0])
  expect(isRemovableCopiesName('paper-copies-b', ['a'])).toBe(true)
  expect(isRemovableCopiesName('paper-copies-a', ['a'])).toBe(false)
  // Waiting papers never count as copies.
  expect(isRemovableCopiesName('papers-b', [])).toBe(false)
})

test('nothing of a file is readable on the disk of a sealed device', async () => {
  const { mirror, outbox } = createSeals(await importVaultKeys({ mirror: newKeyBytes(), outbox: newKeyBytes() }))
  const tab = makeFakeBrowser({ clock: 'real' }).openTab({ seals: { mirror, outbox } })
  const { papers, copies } = await openDevice(tab)
  await storeFile(papers, copies, makeFile(makePdfBytes(500, 6), '비밀 서류'))
  const raw = await new Promise<unknown[]>((resolve) => {
    const opening = tab.runtime.indexedDB.open(`papers-${testUserId}`)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('contents').objectStore('contents').getAll()
      reading.onsuccess = () => resolve(reading.result)
    }
  })
  expect(raw).toHaveLength(1)
  expect(JSON.stringify(raw)).not.toContain('비밀')
  expect(papers.waiting[0]?.name).toBe('비밀 서류')
})

test('sent files count as sent while others added with them still wait', () => {
  const status = createPapersStatus()
  const makeWaiting = (contentId: string, received: number) =>
    ({ contentId, received, size: 100, state: 'waiting' }) as Papers['waiting'][number]
  expect(status([makeWaiting('a', 0), makeWaiting('b', 0)])).toEqual({ waiting: 2, refused: 0, percent: 0 })
  expect(status([makeWaiting('a', 84), makeWaiting('b', 0)]).percent).toBe(42)
  expect(status([makeWaiting('b', 10)])).toEqual({ waiting: 1, refused: 0, percent: 55 })
  expect(status([]).waiting).toBe(0)
  expect(status([makeWaiting('c', 20)]).percent).toBe(20)
})
