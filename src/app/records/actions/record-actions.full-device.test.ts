import { IDBFactory as FakeIDBFactory, IDBKeyRange as FakeIDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { createActionHistory } from '#app/action-history/action-history.ts'
import { openActionStore } from '#app/action-history/action-store.ts'
import { getRecordBook } from '#app/records/record-book.ts'
import { createPendingCells } from '#app/ui/data-table/pending/pending-cells.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { caseBookWordings } from '#contract/books/wordings.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { makeCase, makeGroup, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { acceptWrites } from '#tests/support/fakes/writing-server.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { bookToasts } from './outcome-texts.ts'
import { createRecordActions } from './record-actions.ts'

/** A case book in a table, on a real offline copy whose storage can be filled up. */
async function openBook() {
  const initial = [1, 2].map((number) => makeCase(number, { group_id: makeId(9) }))
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', makeGroup(9, '솔빛구간'))
  for (const record of initial) server.put('real-estate', record)
  const takeWrites = acceptWrites(server, initial)
  const writes: string[] = []
  const browser = makeFakeBrowser()
  const tab = browser.openTab({
    async fetch(input, init) {
      const response = await takeWrites(input, init)
      if (init?.method === 'PUT' && typeof init.body === 'string') writes.push(init.body)
      return response
    },
  })
  const outbox = await openOutbox(tab.runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  const copy = await openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  const query = { filters: [], search: '', sort: [{ field: 'owner', direction: 'asc' as const }] }
  const rows = copy.openRows('real-estate', query)
  await browser.runUntil(() => rows.getState().isComplete && rows.getState().total === 2)
  const storage = { indexedDB: new FakeIDBFactory(), IDBKeyRange: FakeIDBKeyRange }
  const store = Promise.resolve(openActionStore({ userId: testUserId, key: 'tab/book', now: () => 0, storage }))
  const errors: string[] = []
  const successes: string[] = []
  const ignore = () => undefined
  const actions = createRecordActions({
    book: getRecordBook('real-estate'),
    copy,
    history: createActionHistory({ copy, store, now: () => 0 }),
    wordings: caseBookWordings,
    toasts: bookToasts,
    undoAction: ignore,
    openWindow: () => true,
    captionOfDraft: () => '',
    toast: () => ({
      error: (text: string) => void errors.push(text),
      success: (text: string) => void successes.push(text),
      info: ignore,
      warning: ignore,
    }),
    confirm: () => Promise.resolve(true),
  })
  const cells = createPendingCells(() => rows)
  return {
    browser,
    server,
    copy,
    rows,
    cells,
    writes,
    errors,
    successes,
    actions,
    setFull: (isFull: boolean) => {
      tab.faults.abortWith = () => (isFull ? 'QuotaExceededError' : null)
    },
    enter(id: string, key: string, value: FieldValue) {
      const row = rows.rowById(id)
      if (!row) throw new Error('the row is not there')
      return cells.sendAction(
        { kind: 'cell', changes: [{ row, key, old: row.record[key] ?? null, new: value }] },
        actions.edit,
      )
    },
  }
}

test('saves values that did not fit on a full device once there is room, in their last state', async () => {
  const { browser, copy, cells, rows, writes, errors, setFull, enter } = await openBook()
  const [id, other] = [makeId(1), makeId(2)]
  setFull(true)
  await enter(id, 'owner', '첫 입력')
  await enter(id, 'purpose', '찬 기기의 목적')
  await enter(id, 'owner', '나중 입력')
  expect(cells.unstoredRows()).toEqual([id])
  expect(cells.of(id)['owner']?.error).toBe(
    '이 기기의 저장 공간이 부족하여 저장하지 못했습니다. 공간이 생기면 자동으로 저장합니다.',
  )
  const errorCount = errors.length
  await cells.retryUnstored()
  expect(errors).toHaveLength(errorCount)
  expect(copy.outbox.getEntries()).toEqual([])

  setFull(false)
  await Promise.all([cells.retryUnstored(), enter(other, 'owner', '다른 건'), cells.retryUnstored()])
  expect(cells.unstoredRows()).toEqual([])
  expect(rows.rowById(id)).toMatchObject({
    record: { owner: '나중 입력', purpose: '찬 기기의 목적' },
    marks: { owner: { state: 'queued', confirmed: '소유자 1' }, purpose: { state: 'queued' } },
  })
  expect(copy.outbox.getEntries().filter(({ recordId }) => recordId === id)).toMatchObject([
    { changes: { owner: { old: '소유자 1', new: '나중 입력' }, purpose: { old: null, new: '찬 기기의 목적' } } },
  ])
  copy.syncNow()
  await browser.runUntil(() => copy.outbox.getEntries().length === 0)
  expect(writes.filter((body) => body.includes(id)).map((body) => JSON.parse(body))).toMatchObject([
    { owner: '나중 입력', purpose: '찬 기기의 목적' },
  ])
  copy.close()
})

test('confirms saving an unchanged form without sending anything, and ignores an unchanged cell', async () => {
  const { copy, rows, successes, actions, enter } = await openBook()
  const row = rows.rowById(makeId(1))
  if (!row) throw new Error('the row is not there')
  await enter(row.id, 'owner', row.record['owner'] ?? null)
  expect(successes).toEqual([])
  expect(await actions.change(row, { owner: row.record['owner'] ?? null })).toBe(true)
  expect([successes.length, copy.outbox.getEntries().length]).toEqual([1, 0])
})

test('a renamed record is confirmed by its new name', async () => {
  const { successes, enter } = await openBook()
  await enter(makeId(1), 'owner', '고친 소유자')
  await enter(makeId(1), 'purpose', '상속')
  expect(successes.map((text) => text.replace(' · 저장됨(전송 대기)', ''))).toEqual([
    '수정 성공 (고친 소유자)',
    '수정 성공 (고친 소유자)',
  ])
})

test('reports the numbers of records that a paste adds and changes', async () => {
  const { rows, successes, actions } = await openBook()
  const newRows = ['새로 하나', '새로 둘'].map((owner) => ({ group_id: makeId(9), owner }))
  await actions.edit({ kind: 'paste', changes: [], newRows })
  const row = rows.rowById(makeId(1))
  if (!row) throw new Error('the row is not there')
  const change = { row, key: 'owner', old: row.record['owner'] ?? null, new: '고친 소유자' }
  await actions.edit({ kind: 'paste', changes: [change], newRows })
  expect(successes.map((text) => text.replace(' · 저장됨(전송 대기)', ''))).toEqual([
    '추가 성공 (2건)',
    '2건 추가, 1건 수정',
  ])
})
