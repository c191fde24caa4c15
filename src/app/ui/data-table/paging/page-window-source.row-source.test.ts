import { expect, test, vi } from 'vitest'
import type { Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import { startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import {
  type OpenedSource,
  suiteCases,
  suiteGroups,
  testRowFilters,
  testRowSource,
} from '#tests/support/books/row-source-suite.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { createPageWindowSource } from './page-window-source.ts'

// The contract every source of the table must meet. Each source has additional tests.

const groups = new Map(suiteGroups.map((group) => [group.id, group]))
const rows: readonly SourceRow[] = suiteCases.map((record) => ({
  ...createPlainRow(record),
  joined: { group_id: groups.get(String(record['group_id'])) },
}))
const settled = { settle: () => Promise.resolve(), close: () => undefined }

function openOptions(query: Query): Promise<OpenedSource> {
  return Promise.resolve({ source: createArrayRowSource(rows, query), ...settled })
}

function openPage(query: Query): Promise<OpenedSource> {
  const source = createPageWindowSource(createArrayRowSource(rows, query), { range: { page: 1, pageSize: 20 }, query })
  return Promise.resolve({ source, ...settled })
}

async function openCopy(query: Query): Promise<OpenedSource> {
  const server = startScriptedServer(testUserId)
  for (const group of suiteGroups) server.put('real-estate-groups', group)
  for (const record of suiteCases) server.put('real-estate', record)
  const browser = makeFakeBrowser()
  const tab = browser.openTab({ fetch: server.fetch })
  const outbox = await openOutbox(tab.runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  const copy = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const source = copy.openRows('real-estate', query)
  await browser.runUntil(() => source.getState().isComplete && source.getState().total === suiteCases.length)
  return {
    source,
    // Reading a record comes after everything requested before.
    settle: async () => void (await copy.getRow('real-estate', '')),
    close: () => copy.close(),
  }
}

for (const [name, open] of [
  ['a list in memory', openOptions],
  ['one page of a list', openPage],
  ['the offline copy', openCopy],
] as const) {
  testRowSource(name, open)
  testRowFilters(name, open)
}

function listIds(source: ReturnType<typeof createArrayRowSource>): (string | undefined)[] {
  return Array.from({ length: source.getState().total }, (_, index) => source.rowAt(index)?.id)
}

test('an edited row in memory keeps its position until a refresh and notifies only its own listeners', () => {
  const source = createArrayRowSource(rows, { filters: [], search: '', sort: [{ field: 'fees', direction: 'asc' }] })
  const before = listIds(source)
  const [first, second] = rows.filter(({ id }) => id === before[0] || id === before[1])
  if (!first || !second) throw new Error('there are rows')
  const cheapest = [first, second].find(({ id }) => id === before[0]) ?? first
  const [rowListener, otherListener, allListener] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  source.subscribeRow(cheapest.id, rowListener)
  source.subscribeRow(before[1] ?? '', otherListener)
  source.subscribe(allListener)
  source.replaceRow({ ...cheapest, record: { ...cheapest.record, fees: 900 } })
  expect([rowListener, otherListener, allListener].map((listener) => listener.mock.calls.length)).toEqual([1, 0, 0])
  expect(source.indexOf(cheapest.id)).toBe(0)
  source.refresh()
  expect(source.indexOf(cheapest.id)).toBe(2)
  expect(allListener).toHaveBeenCalledTimes(1)
})

test('other rows in memory are a new generation, and a row present again is the same object', () => {
  const source = createArrayRowSource(rows)
  const [before] = rows
  const { generation } = source.getState()
  source.setRows(rows.slice(0, 2))
  expect(source.getState().generation).toBe(generation + 1)
  expect(source.rowById(before?.id ?? '')).toBe(before)
  expect(source.indexOf(rows[3]?.id ?? '')).toBe(-1)
})
