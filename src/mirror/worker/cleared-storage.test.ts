import { expect, test } from 'vitest'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { readChoice } from '#mirror/synced-books/sync-choice.ts'
import { readVault } from '#mirror/vault/vault-database.ts'
import { everyRow, makeOwnerEdit, openCopiedDevice } from '#tests/support/books/copied-device.ts'
import { makeId } from '#tests/support/books/mirror-fixtures.ts'
import { readStorageText } from '#tests/support/browsers/raw-storage.ts'
import { createTestSeals } from '#tests/support/fakes/fake-encryption.ts'
import type { FakeBrowser, FakeTab } from '#tests/support/fakes/fake-runtime.ts'
import { testUserId } from '#tests/support/outbox/outbox-fixtures.ts'

/** Clears storage as a browser does: connections are cut first, then everything is deleted. */
async function disconnectAndClear(browser: FakeBrowser, tab: FakeTab): Promise<void> {
  tab.storage.loseConnections()
  await deleteAll(browser)
}

async function deleteAll({ storage }: FakeBrowser): Promise<void> {
  for (const { name = '' } of await storage.databases()) {
    await new Promise((resolve, reject) => {
      const request = storage.deleteDatabase(name)
      request.addEventListener('success', resolve)
      request.addEventListener('error', reject)
    })
  }
}

test.each<[string, (browser: FakeBrowser, tab: FakeTab) => Promise<void>]>([
  ['cut off and cleared', disconnectAndClear],
  ['deleted with a browser tool', (browser) => deleteAll(browser)],
])('keeps, reports and sends waiting edits when the storage is %s under an open tab', async (_name, clear) => {
  const { server, browser, tab, copy, rows } = await openCopiedDevice()
  server.isDown = true
  await copy.enqueue(makeOwnerEdit(101, '임새봄'))
  await clear(browser, tab)
  await browser.runUntil(() => copy.getStatus().storageCleared !== null, 30_000)
  expect(copy.getStatus().storageCleared).toMatchObject({ saved: 1, papersLost: 0 })
  expect(copy.outbox.getEntries()).toMatchObject([{ recordId: makeId(101) }])
  expect(rows.getState().total).toBe(3)

  // Stored again: another tab finds it on disk.
  const other = await openOutbox(browser.openTab().runtime, testUserId)
  expect([...other.image.entriesBySeq.values()]).toMatchObject([{ recordId: makeId(101) }])
  expect(other.image.session?.userInfo.id).toBe(testUserId)
  closeOutbox(other)

  server.isDown = false
  const onlineAt = browser.clock.now()
  await browser.runUntil(() => copy.outbox.getEntries().length === 0, 120_000)
  await browser.runUntil(() => (copy.getStatus().lastSyncAt ?? 0) > onlineAt, 120_000)
  await browser.runUntil(() => copy.getStatus().isInSync, 120_000)
  const owners = [0, 1, 2].map((at) => rows.rowAt(at)?.record['owner'])
  expect(new Set(owners)).toEqual(new Set(['임100', '임102', '임새봄']))
  copy.close()

  // The copy was rebuilt too.
  server.isDown = true
  const reopened = browser.openTab({ fetch: server.fetch })
  const second = await openOfflineCopy({ userId: testUserId, runtime: reopened.runtime, createWorker: null })
  const stored = second.openRows('real-estate', everyRow)
  await browser.runUntil(() => stored.getState().isComplete, 60_000)
  expect(stored.getState().total).toBe(3)
  second.close()
})

test('an edit made after the clearing is stored together with the earlier ones', async () => {
  const { server, browser, tab, copy } = await openCopiedDevice()
  server.isDown = true
  await copy.enqueue(makeOwnerEdit(100, '임가을'))
  await disconnectAndClear(browser, tab)
  await browser.finish(copy.enqueue(makeOwnerEdit(102, '임겨울')))
  expect(copy.outbox.getEntries().map(({ recordId }) => recordId)).toEqual([makeId(100), makeId(102)])
  await browser.advance(20_000)
  expect(copy.outbox.getEntries()).toHaveLength(2)
  expect(copy.getStatus()).toMatchObject({ waiting: 2, storageProblem: null, needsUpdate: false })
  server.isDown = false
  await browser.runUntil(() => copy.outbox.getEntries().length === 0, 120_000)
  copy.close()
})

test('a tab with nothing waiting stays signed in and in sync', async () => {
  const { browser, tab, copy, rows } = await openCopiedDevice()
  await disconnectAndClear(browser, tab)
  await browser.runUntil(() => copy.getStatus().storageCleared !== null, 30_000)
  expect(copy.getStatus().storageCleared).toMatchObject({ saved: 0 })
  await browser.advance(60_000)
  expect(copy.getStatus()).toMatchObject({ connection: 'online', isInSync: true, needsSignIn: false })
  expect(rows.getState()).toMatchObject({ status: 'ready', total: 3 })
  copy.close()
})

test('a sealed copy restores its vault and its waiting edits, still sealed', async () => {
  const seals = createTestSeals('가람')
  const { server, browser, tab, runtime, copy } = await openCopiedDevice(seals)
  const vault = await readVault(runtime, testUserId)
  server.isDown = true
  await copy.enqueue(makeOwnerEdit(101, '임새봄'))
  await disconnectAndClear(browser, tab)
  await browser.runUntil(() => copy.getStatus().storageCleared !== null, 30_000)
  await browser.advance(1000)
  expect(await readVault(runtime, testUserId)).toEqual(vault)
  const stored = await readStorageText(browser.storage, (name) => name.startsWith('outbox-'))
  expect(stored).toContain(makeId(101))
  expect(stored).not.toContain('임새봄')

  // The PIN still opens the restored data: another window has the same keys.
  const other = await openOutbox({ ...browser.openTab().runtime, seals }, testUserId)
  expect([...other.image.entriesBySeq.values()]).toMatchObject([{ recordId: makeId(101), kind: 'update' }])
  closeOutbox(other)

  server.isDown = false
  await browser.runUntil(() => copy.outbox.getEntries().length === 0, 120_000)
  copy.close()
})

test('a device that holds only some areas still does after the clearing', async () => {
  const { browser, tab, copy } = await openCopiedDevice()
  await browser.finish(copy.chooseAreas(['/services/real-estate']))
  const choice = await readChoice(tab.runtime, testUserId)
  await disconnectAndClear(browser, tab)
  await browser.runUntil(() => copy.getStatus().storageCleared !== null, 30_000)
  await browser.advance(60_000)
  expect(await readChoice(tab.runtime, testUserId)).toMatchObject({ areas: choice.areas, revision: choice.revision })
  expect(copy.getStatus()).toMatchObject({ syncedAreas: choice.areas, isInSync: true })
  copy.close()
})

test('views and copies of papers are stored again after the clearing', async () => {
  const { browser, tab, copy } = await openCopiedDevice()
  copy.viewLog.logView({ act: 'print' })
  await browser.finish(copy.viewLog.flush())
  await browser.finish(copy.papers.listStoredIds())
  await disconnectAndClear(browser, tab)
  copy.viewLog.logView({ act: 'export' })
  await browser.finish(copy.viewLog.flush())
  const names = (await browser.storage.databases()).map(({ name }) => name)
  expect(names).toContain(`seen-${testUserId}`)
  expect([...(await browser.finish(copy.papers.listStoredIds()))]).toEqual([])
  copy.close()
})
