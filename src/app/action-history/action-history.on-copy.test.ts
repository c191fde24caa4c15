import { IDBFactory as FakeIDBFactory, IDBKeyRange as FakeIDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Query } from '#contract/records/query.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { runTrace, traces, type TraceStage } from '#tests/support/books/action-traces.ts'
import { makeCase, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { settleHistory } from '#tests/support/books/settle-history.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { acceptWrites } from '#tests/support/fakes/writing-server.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { countPropertyRuns, testDepth } from '#tests/support/runner/test-depth.ts'
import { createActionHistory } from './action-history.ts'
import { openActionStore } from './action-store.ts'
import { performAction } from './perform-action.ts'

const byOwner: Query = { filters: [], search: '', sort: [{ field: 'owner', direction: 'asc' }] }
const byFees: Query = { filters: [], search: '가', sort: [{ field: 'fees', direction: 'desc' }] }
const isLong = testDepth === 'long'

test(
  'undoes and redoes everything in a real offline copy that is sorted, filtered, reloaded and half sent',
  async () => {
    const office = await openBook()
    let trace = 0
    await fc.assert(
      fc.asyncProperty(traces, async (steps) => {
        trace += 1
        const stage = office.startTrace(trace)
        const { start, end, undone, redone, complaints } = await runTrace(stage, steps)
        expect(complaints).toEqual([])
        expect(undone).toEqual(start)
        expect(redone).toEqual(end)
        // Undo everything so that the next trace starts from the same small book.
        while (await stage.history().undo());
      }),
      { numRuns: countPropertyRuns(100, 10_000) },
    )
    expect(office.attention()).toEqual([])
  },
  isLong ? 14_400_000 : 600_000,
)

test('waits for the last action of a burst and undoes that one', async () => {
  const stage = (await openBook()).startTrace(1)
  const before = await stage.records()
  const burst = before.map((record, index) => {
    const { id, version: baseVersion } = record
    const changes = { owner: { old: String(record['owner']), new: `급함 ${index}` } }
    const edit = { kind: 'update', collection: 'real-estate', id, baseVersion, changes } as const
    const screen = { copy: stage.copy(), history: stage.history() }
    return performAction(screen, { label: `셀 수정 (${index})`, edits: [{ edit, record, caption: '' }] })
  })
  const step = await stage.history().undo()
  await Promise.all(burst)
  const last = before.length - 1
  expect(step).toMatchObject({ label: `셀 수정 (${last})`, changed: 1, skipped: [] })
  const owners = new Map((await stage.records()).map(({ id, owner }) => [id, owner]))
  expect(before.map(({ id }) => owners.get(id))).toEqual(
    before.map(({ owner }, index) => (index === last ? owner : `급함 ${index}`)),
  )
})

/**
 * One book for all traces. Waiting, sent and pulled edits carry over from one trace to the next, as
 * in an office.
 */
async function openBook() {
  const initial = Array.from({ length: 12 }, (_, index) => makeCase(index + 1))
  const server = startScriptedServer(testUserId)
  for (const record of initial) server.put('real-estate', record)
  const browser = makeFakeBrowser()
  const fetch = acceptWrites(server, initial)
  const storage = { indexedDB: new FakeIDBFactory(), IDBKeyRange: FakeIDBKeyRange }
  const now = () => 0
  const layout = { width: 10 }
  let nextId = 1_000
  let tab = browser.openTab({ fetch })
  const outbox = await openOutbox(tab.runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  let copy = await openCopy()
  let rows = copy.openRows('real-estate', byOwner)
  await browser.runUntil(() => rows.getState().isComplete && rows.getState().total === initial.length)
  server.isDown = true
  let key = ''
  let history = openHistory()

  /** Reads may wait for news from the worker, so `finish` drives the fake browser. */
  async function openCopy(): Promise<OfflineCopy> {
    const openedHistory = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
    return { ...openedHistory, getRow: (collection, id) => browser.finish(openedHistory.getRow(collection, id)) }
  }

  function openHistory() {
    const store = Promise.resolve(openActionStore({ userId: testUserId, key, now, storage }))
    const openedHistory = createActionHistory({ copy, store, now })
    openedHistory.attachLayout('table', (next) => Object.assign(layout, next))
    return openedHistory
  }

  async function reload() {
    await settleHistory(history)
    copy.close()
    tab.kill()
    tab = browser.openTab({ fetch })
    copy = await openCopy()
    rows = copy.openRows('real-estate', byOwner)
    history = openHistory()
  }

  async function send() {
    server.isDown = false
    copy.syncNow()
    await browser.runUntil(() => copy.outbox.getEntries().length === 0)
    server.isDown = true
  }

  const stage: TraceStage = {
    copy: () => copy,
    history: () => history,
    newId: () => makeId((nextId += 1)),
    async records() {
      const records: AnyRecord[] = []
      // Reading one record waits until the mirror knows this tab's edits; reading all does not.
      await copy.getRow('real-estate', makeId(1))
      await copy.readAll('real-estate', byOwner, (chunk) => void records.push(...chunk.map(({ record }) => record)))
      return records
    },
    layout,
    async disturb(kind) {
      if (kind === 'reload') await reload()
      else if (kind === 'send') await send()
      else rows.setQuery(nextId % 2 === 0 ? byFees : byOwner)
    },
  }
  return {
    startTrace(number: number): TraceStage {
      key = `tab/${number}`
      history = openHistory()
      return stage
    },
    attention: () => copy.outbox.getEntries().filter(({ state }) => state === 'rejected' || state === 'conflict'),
  }
}
