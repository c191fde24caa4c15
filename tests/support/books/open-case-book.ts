import { IDBFactory as FakeIDBFactory, IDBKeyRange as FakeIDBKeyRange } from 'fake-indexeddb'
import { createActionHistory } from '#app/action-history/action-history.ts'
import { openActionStore } from '#app/action-history/action-store.ts'
import { bookToasts } from '#app/records/actions/outcome-texts.ts'
import { createRecordActions } from '#app/records/actions/record-actions.ts'
import { getRecordBook } from '#app/records/record-book.ts'
import { createPendingCells } from '#app/ui/data-table/pending/pending-cells.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { caseBookWordings } from '#contract/books/wordings.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { makeFakeBrowser } from '../fakes/fake-runtime.ts'
import { acceptWrites } from '../fakes/writing-server.ts'
import { makeTokens, testUserId } from '../outbox/outbox-fixtures.ts'
import { makeCase, makeGroup, makeId, startScriptedServer } from './mirror-fixtures.ts'

/** A case book in a table, on a real offline copy whose storage can be filled up. */
export async function openCaseBook() {
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
    undoIfNewest: ignore,
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
