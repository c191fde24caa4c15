import { expect, test } from 'vitest'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { realEstateGroupBook } from '#contract/books/real-estate.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { makeCase, makeGroup, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'

/** A device with a complete copy of an office with one group and 1,500 cases, and no open page. */
async function copyDevice() {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', makeGroup(1, '솔빛구간'))
  for (let number = 0; number < 1_500; number++) server.put('real-estate', makeCase(1_000 + number))
  const browser = makeFakeBrowser()
  const openTab = () => browser.openTab({ fetch: (input, init) => server.fetch(input, init) })
  const outbox = await openOutbox(openTab().runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  /** Opens the device online or offline, runs `work`, and closes it. */
  const useDevice = async (work: (session: DeviceSession) => Promise<void>, isOffline = false) => {
    server.isDown = isOffline
    server.requests.length = 0
    const copy = await openOfflineCopy({ userId: testUserId, runtime: openTab().runtime, createWorker: null })
    await browser.runUntil(() => (isOffline ? copy.getStatus().connection === 'offline' : copy.getStatus().isInSync))
    const readRecord = async (collection: CollectionName, id: string) =>
      (await browser.finish(copy.getRow(collection, id)))?.record
    const listRequests = () => server.requests.filter((path) => /[/](rows|changes)[?]/.test(path))
    await work({ readRecord, requests: listRequests })
    copy.close()
    // Long enough that the last pull no longer counts as recent.
    await browser.advance(120_000)
  }
  await useDevice(async () => undefined)
  return { browser, server, openTab, sitDown: useDevice }
}

interface DeviceSession {
  readRecord(collection: CollectionName, id: string): Promise<unknown>
  /** The record requests made to the server. */
  requests(): readonly string[]
}

/** Simulates a later version of the app that describes groups with one more field. */
async function withAnotherGroupField(work: () => Promise<void>): Promise<void> {
  const fields: Field[] = realEstateGroupBook.fields as never
  const added: Field = { key: 'note', label: '비고', kind: 'text', group: 'base' }
  fields.push(added)
  try {
    await work()
  } finally {
    fields.splice(fields.indexOf(added), 1)
  }
}

test('a changed description copies only its own collection again', async () => {
  const { server, sitDown: useDevice } = await copyDevice()
  server.put('real-estate', makeCase(1_007, { version: 2, owner: '새 주인' }))
  server.put('real-estate-groups', makeGroup(1, '솔빛구간', { version: 2, note: '새 칸' }))
  server.remove('real-estate', makeId(1_008))
  await withAnotherGroupField(async () => {
    await useDevice(async ({ readRecord }) => {
      expect(await readRecord('real-estate', makeId(1_007))).toMatchObject({ owner: '소유자 1007' })
      expect(await readRecord('real-estate-groups', makeId(1))).toBeUndefined()
    }, true)
    await useDevice(async ({ readRecord, requests }) => {
      expect(requests().slice(0, 2)).toEqual([
        '/api/sync/real-estate-groups/rows?limit=1000',
        '/api/sync/changes?after=1501.1&limit=1000&stopped=list%20',
      ])
      expect(requests().filter((path) => path.includes('/rows'))).toHaveLength(1)
      expect(await readRecord('real-estate-groups', makeId(1))).toMatchObject({ note: '새 칸' })
      expect(await readRecord('real-estate', makeId(1_007))).toMatchObject({ owner: '새 주인' })
      expect(await readRecord('real-estate', makeId(1_008))).toBeUndefined()
    })
    await useDevice(async ({ readRecord }) => {
      expect(await readRecord('real-estate-groups', makeId(1))).toMatchObject({ note: '새 칸' })
    }, true)
  })
})

test('two versions of the app on one device both see all changes, also those the other pulled', async () => {
  const { server, sitDown: useDevice } = await copyDevice()
  await withAnotherGroupField(() => useDevice(async () => undefined))
  server.put('real-estate-groups', makeGroup(1, '누리구간', { version: 2 }))
  server.put('real-estate', makeCase(1_007, { version: 2, owner: '새 주인' }))
  const expectBoth = async ({ readRecord, requests }: DeviceSession) => {
    expect(await readRecord('real-estate-groups', makeId(1))).toMatchObject({ name: '누리구간' })
    expect(await readRecord('real-estate', makeId(1_007))).toMatchObject({ owner: '새 주인' })
    expect(requests().filter((path) => path.includes('/real-estate/rows'))).toEqual([])
  }
  await useDevice(expectBoth)
  await withAnotherGroupField(() => useDevice(expectBoth))
})

test('a changed collection arrives on a full device once there is room, and all others stay', async () => {
  const { browser, server, openTab } = await copyDevice()
  server.put('real-estate', makeCase(1_007, { version: 2, owner: '새 주인' }))
  await withAnotherGroupField(async () => {
    const tab = openTab()
    tab.faults.abortWith = (stores, mode) =>
      mode === 'readwrite' && stores.includes('state') ? 'QuotaExceededError' : null
    const copy = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
    await browser.runUntil(() => copy.getStatus().storeFailure === 'full')
    const row = await browser.finish(copy.getRow('real-estate', makeId(1_005)))
    expect(row?.record['owner']).toBe('소유자 1005')
    tab.faults.abortWith = () => null
    await browser.runUntil(() => copy.getStatus().isInSync)
    expect((await browser.finish(copy.getRow('real-estate-groups', makeId(1))))?.record['name']).toBe('솔빛구간')
    expect((await browser.finish(copy.getRow('real-estate', makeId(1_007))))?.record['owner']).toBe('새 주인')
    copy.close()
  })
})
