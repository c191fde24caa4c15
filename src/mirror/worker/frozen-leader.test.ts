import { expect, test } from 'vitest'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { everyRow, makeOwnerEdit, openCopiedDevice } from '#tests/support/books/copied-device.ts'
import { makeCase, makeId } from '#tests/support/books/mirror-fixtures.ts'
import type { FakeTab } from '#tests/support/fakes/fake-runtime.ts'
import { testUserId } from '#tests/support/outbox/outbox-fixtures.ts'

/** Counts the writes a tab sends from now on. */
function countWrites(tab: FakeTab): () => number {
  const send: Runtime['fetch'] = tab.fetch
  let count = 0
  tab.fetch = (input, init) => {
    if (init?.method === 'PUT' || input.includes('batch')) count += 1
    return send(input, init)
  }
  return () => count
}

test('a leader stopped in the middle of sending does not send when it wakes', async () => {
  const { browser, tab, copy } = await openCopiedDevice()
  const send = tab.fetch
  // Its request never gets a response, as when the process is stopped.
  tab.fetch = (input, init) => (init?.method === 'PUT' ? new Promise(() => undefined) : send(input, init))
  await browser.finish(copy.enqueue(makeOwnerEdit(100, '임봄')))
  await browser.advance(1_000)
  await browser.finish(copy.enqueue(makeOwnerEdit(101, '임가을')))
  tab.freeze()
  tab.fetch = send
  const writesAfterwards = countWrites(tab)

  const other = browser.openTab({ fetch: send })
  const second = await openOfflineCopy({ userId: testUserId, runtime: other.runtime, createWorker: null })
  await browser.runUntil(() => second.outbox.getEntries().length === 0, 180_000)
  tab.thaw()
  await browser.advance(40_000)
  expect(writesAfterwards()).toBe(0)
  expect(copy.outbox.getEntries()).toEqual([])
  const row = await second.getRow('real-estate', makeId(100))
  expect(row?.record).toMatchObject({ owner: '임봄', version: 2 })
  copy.close()
  second.close()
})

test('a tab that was frozen for hours shows the present state within seconds', async () => {
  const { browser, tab, copy, rows, server } = await openCopiedDevice()
  tab.freeze()
  await browser.advance(5 * 3_600_000)
  server.put('real-estate', makeCase(101, { group_id: makeId(1), owner: '임새봄', version: 2 }))
  tab.thaw()
  await browser.advance(6_000)
  expect(copy.getStatus()).toMatchObject({ connection: 'online', isInSync: true })
  expect([0, 1, 2].map((at) => rows.rowAt(at)?.record['owner'])).toContain('임새봄')
  copy.close()
})

test('a device that slept, with all its timers, pulls within seconds of waking', async () => {
  const { browser, tab, copy, rows, server } = await openCopiedDevice()
  await browser.advance(20_000)
  server.put('real-estate', makeCase(101, { group_id: makeId(1), owner: '임새봄', version: 2 }))
  tab.skewMs = 5 * 3_600_000
  await browser.advance(6_000)
  expect([0, 1, 2].map((at) => rows.rowAt(at)?.record['owner'])).toContain('임새봄')
  copy.close()
})

test('a page learns what other tabs did even if their messages never arrive', async () => {
  const { browser, copy, tab } = await openCopiedDevice()
  const mute: Runtime = {
    ...browser.openTab({ fetch: tab.fetch }).runtime,
    openChannel: () => ({ post: () => undefined, listen: () => () => undefined, close: () => undefined }),
  }
  const second = await openOfflineCopy({ userId: testUserId, runtime: mute, createWorker: null })
  const rows = second.openRows('real-estate', everyRow)
  await browser.runUntil(() => rows.getState().isComplete, 60_000)
  await browser.finish(second.enqueue(makeOwnerEdit(102, '임겨울')))
  await browser.advance(60_000)
  expect([copy.outbox.getEntries(), second.outbox.getEntries()]).toEqual([[], []])
  copy.close()
  second.close()
})
