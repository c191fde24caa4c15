import { expect, test } from 'vitest'
import { openOutbox } from '#mirror/outbox/open-outbox.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeRecordId, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { buildMirrorName, openMirrorDatabase, removeMirrors } from './mirror-database.ts'

const other = makeRecordId(9)

async function openDevice() {
  const browser = makeFakeBrowser()
  const tab = browser.openTab()
  const make = async (name: string) => {
    const database = openMirrorDatabase(tab.runtime, name)
    await database.open()
    return database
  }
  const listNames = async () =>
    (await tab.runtime.indexedDB.databases()).map(({ name }) => name ?? '').toSorted((a, b) => a.localeCompare(b))
  return { browser, tab, make, names: listNames }
}

test('removes all mirrors of other users, and keeps those of the user and all outboxes', async () => {
  const { browser, tab, make, names } = await openDevice()
  const current = buildMirrorName(testUserId, 2)
  for (const name of [current, buildMirrorName(other, 1), buildMirrorName(other, 7), `mirror-${other}.0old.1`]) {
    ;(await make(name)).close()
  }
  await openOutbox(tab.runtime, other)
  await openOutbox(tab.runtime, testUserId)
  expect(await browser.finish(removeMirrors(tab.runtime, () => [testUserId]))).toBe(true)
  expect(await names()).toEqual(
    [current, `outbox-${testUserId}`, `outbox-${other}`].toSorted((a, b) => a.localeCompare(b)),
  )
  expect(await browser.finish(removeMirrors(tab.runtime, () => []))).toBe(true)
  expect(await names()).toEqual([`outbox-${testUserId}`, `outbox-${other}`].toSorted((a, b) => a.localeCompare(b)))
})

test('a tab that closes its connection when asked delays nothing', async () => {
  const { browser, tab, make, names } = await openDevice()
  await make(buildMirrorName(testUserId, 1))
  expect(await browser.finish(removeMirrors(tab.runtime, () => []))).toBe(true)
  expect(await names()).toEqual([])
})

test('does not wait for a tab with an open connection, and deletes its mirror at the next try', async () => {
  const { browser, tab, names } = await openDevice()
  const name = buildMirrorName(testUserId, 1)
  const blocker = await new Promise<IDBDatabase>((resolve) => {
    const opening = browser.storage.open(name, 10)
    opening.addEventListener('success', () => resolve(opening.result))
  })
  expect(await browser.finish(removeMirrors(tab.runtime, () => []))).toBe(false)
  expect(await names()).toEqual([name])
  blocker.close()
  expect(await browser.finish(removeMirrors(tab.runtime, () => []))).toBe(true)
  expect(await names()).toEqual([])
})

test('also deletes a mirror that a tab recreates during the deletion', async () => {
  const { browser, tab, make, names } = await openDevice()
  const name = buildMirrorName(testUserId, 1)
  ;(await make(name)).close()
  const removal = removeMirrors(tab.runtime, () => [])
  await browser.settle()
  ;(await make(name)).close()
  expect(await browser.finish(removal)).toBe(true)
  expect(await names()).toEqual([])
})

test('a user who signs in during the removal keeps their new mirror', async () => {
  const { browser, tab, make, names } = await openDevice()
  const keptNames: string[] = []
  ;(await make(buildMirrorName(other, 1))).close()
  const removal = removeMirrors(tab.runtime, () => keptNames)
  await browser.settle()
  keptNames.push(testUserId)
  ;(await make(buildMirrorName(testUserId, 1))).close()
  expect(await browser.finish(removal)).toBe(true)
  expect(await names()).toEqual([buildMirrorName(testUserId, 1)])
})
