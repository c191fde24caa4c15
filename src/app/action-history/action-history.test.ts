import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import type { Edit } from '#mirror/offline-copy.ts'
import { runTrace, traces, type TraceStage } from '#tests/support/books/action-traces.ts'
import { createMemoryBook, createHistoryDevice as device } from '#tests/support/books/memory-book.ts'
import { makeCase, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { settleHistory } from '#tests/support/books/settle-history.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import type { ActionHistory } from './action-history.ts'
import type { ActionStore } from './action-store.ts'
import { type ActionChange, emptyLog } from './action.ts'
import { type ActionEdit, performAction } from './perform-action.ts'
import { describeStep } from './use-history-commands.ts'

/**
 * In-memory store without a real device's delays; action-history.on-copy.test.ts runs the traces
 * with those delays.
 */
function createMemoryStore(): ActionStore {
  const changes = new Map<string, readonly ActionChange[]>()
  let storedLog = emptyLog
  return {
    readLog: () => Promise.resolve(structuredClone(storedLog)),
    readChanges: (actionId) => Promise.resolve(changes.get(actionId) ?? null),
    async save(log, action) {
      storedLog = structuredClone(log)
      if (action) changes.set(action.id, structuredClone(action.changes))
    },
    close() {},
  }
}

function makeUpdate(record: AnyRecord, field: string, value: FieldValue): ActionEdit {
  const changes = { [field]: { old: record[field] ?? null, new: value } }
  const edit: Edit = { kind: 'update', collection: 'real-estate', id: record.id, baseVersion: record.version, changes }
  return { edit, record, caption: String(record['owner']) }
}

function makeTenCases(): AnyRecord[] {
  return Array.from({ length: 10 }, (_, index) => makeCase(index + 1))
}

/** Two imported cases whose values haven't been looked up yet. */
const importedChanges = [1, 2].map((id): ActionChange => ({
  kind: 'create',
  collection: 'real-estate',
  id: makeId(id),
  caption: '',
  fields: null,
}))

async function setUpBook(initial: readonly AnyRecord[]) {
  const book = createMemoryBook(initial)
  const { openStore, openHistory, clock } = device()
  const store = openStore()
  const history = openHistory(book.copy, store)
  const set = (id: number, field: string, value: FieldValue) => {
    const record = book.records.get(makeId(id))
    if (!record) throw new Error('no such record')
    return performAction({ copy: book.copy, history }, { label: '셀 수정', edits: [makeUpdate(record, field, value)] })
  }
  return {
    book,
    history,
    openStore,
    openHistory,
    clock,
    set,
    ownerOf: (id: number) => book.records.get(makeId(id))?.['owner'],
  }
}

test('restores the starting table by undoing everything and the final table by redoing everything', async () => {
  await fc.assert(
    fc.asyncProperty(traces, async (steps) => {
      const { start, end, undone, redone, complaints } = await runTrace(createMemoryStage(), steps)
      expect(complaints).toEqual([])
      expect(undone).toEqual(start)
      expect(redone).toEqual(end)
    }),
    { numRuns: countPropertyRuns(1_000) },
  )
}, 300_000)

function createMemoryStage(): TraceStage {
  const { copy, records } = createMemoryBook(makeTenCases())
  const { openHistory } = device()
  const store = createMemoryStore()
  const layout = { width: 10 }
  let nextId = 100
  let history = open()
  function open(): ActionHistory {
    const opened = openHistory(copy, store)
    opened.attachLayout('table', (next) => Object.assign(layout, next))
    return opened
  }
  return {
    copy: () => copy,
    history: () => history,
    newId: () => makeId((nextId += 1)),
    records: () => Promise.resolve([...records.values()]),
    layout,
    async disturb(kind) {
      if (kind !== 'reload') return
      // Reload only after everything is written. A page that dies earlier loses at most its last
      // action.
      await settleHistory(history)
      history = open()
    },
  }
}

test('undoes an action that is still being stored, and two actions when undo is pressed twice quickly', async () => {
  const { history, set, ownerOf } = await setUpBook(makeTenCases())
  await set(1, 'owner', '가')
  const second = set(2, 'owner', '나')
  const steps = await Promise.all([history.undo(), history.undo(), history.undo()])
  await second
  expect(steps.map((step) => step?.firstChange?.id)).toEqual([makeId(2), makeId(1), undefined])
  expect([ownerOf(1), ownerOf(2)]).toEqual(['소유자 1', '소유자 2'])
})

test("does not overwrite a colleague's later change, and explains it in the toast", async () => {
  const { book, history, set, ownerOf } = await setUpBook(makeTenCases())
  await set(1, 'owner', '가')
  book.write({
    kind: 'update',
    collection: 'real-estate',
    id: makeId(1),
    baseVersion: 0,
    changes: { owner: { old: '가', new: '동료' } },
  })
  const step = await history.undo()
  expect(ownerOf(1)).toBe('동료')
  expect(step && describeStep(step, { isOutOfSight: false })).toBe(
    '실행 취소하지 못했습니다: 셀 수정\n1건 (소유자 1)은 그 뒤에 다른 값으로 바뀌어 그대로 두었습니다.',
  )
})

test('keeps a created record that someone has edited since when its creation is undone', async () => {
  const { book, history } = await setUpBook([])
  const creation: Edit = { kind: 'create', collection: 'real-estate', id: makeId(5), fields: { owner: '새 사람' } }
  await performAction(
    { copy: book.copy, history },
    { label: '추가', edits: [{ edit: creation, record: null, caption: '새 사람' }] },
  )
  book.write({
    kind: 'update',
    collection: 'real-estate',
    id: makeId(5),
    baseVersion: 0,
    changes: { fees: { old: null, new: 1 } },
  })
  expect(await history.undo()).toMatchObject({ changed: 0, skipped: [{ reason: 'changed', field: null }] })
  expect(book.records.has(makeId(5))).toBe(true)
})

test('drops the actions that could be redone once a new action is done', async () => {
  const { history, set, ownerOf } = await setUpBook(makeTenCases())
  await set(1, 'owner', '가')
  await history.undo()
  expect(history.getState()).toEqual({ undo: null, redo: '셀 수정', imported: null })
  await set(2, 'owner', '나')
  await history.redo()
  expect([ownerOf(1), ownerOf(2)]).toEqual(['소유자 1', '나'])
})

test('undoes at most 200 actions, and none after a day', async () => {
  const { history, set, clock } = await setUpBook(makeTenCases())
  for (let action = 0; action < 205; action += 1) await set(1, 'owner', `이름 ${action}`)
  let undone = 0
  while (await history.undo()) undone += 1
  expect(undone).toBe(200)
  while (await history.redo());
  clock.now += dayMs
  expect(await history.undo()).toBeNull()
})

test('does not undo the actions of another tab or another screen', async () => {
  const { book, history, set, openStore, openHistory } = await setUpBook(makeTenCases())
  await set(1, 'owner', '가')
  await settleHistory(history)
  const other = openHistory(book.copy, openStore('other tab/book'))
  expect(await other.undo()).toBeNull()
  expect(await openHistory(book.copy, openStore()).undo()).toMatchObject({ changed: 1 })
})

test('reports a disk that fills up during an action and can undo what was saved', async () => {
  const many = Array.from({ length: 450 }, (_, index) => makeCase(index + 1))
  const { book, history } = await setUpBook(many)
  book.fillUp(250)
  const edits = many.map((record) => makeUpdate(record, 'purpose', '일괄'))
  const performed = await performAction({ copy: book.copy, history }, { label: '일괄 수정', edits })
  expect(performed).toMatchObject({ savedCount: 200, failure: '이 기기의 저장 공간이 부족하여 저장하지 못했습니다.' })
  book.fillUp(Number.POSITIVE_INFINITY)
  expect(await history.undo()).toMatchObject({ changed: 200, failure: null, skipped: [] })
  expect([...book.records.values()].every(({ purpose }) => purpose === null)).toBe(true)
})

test('can repeat an undo that the device could not keep', async () => {
  const { book, history, set, ownerOf } = await setUpBook(makeTenCases())
  await set(1, 'owner', '가')
  book.fillUp(0)
  expect(await history.undo()).toMatchObject({ changed: 0, failure: expect.stringContaining('저장 공간') })
  book.fillUp(10)
  expect(await history.undo()).toMatchObject({ changed: 1, failure: null })
  expect(ownerOf(1)).toBe('소유자 1')
})

test('undoes an import before its values are known here and redoes it with them', async () => {
  const { book, history } = await setUpBook([])
  void history.addAction({ id: 'import', label: '엑셀 가져오기 (2건)' }, Promise.resolve(importedChanges))
  expect(await history.undo()).toMatchObject({ changed: 0, skipped: [{ reason: 'not_here' }, { reason: 'not_here' }] })
  expect(history.getState().undo).toBe('엑셀 가져오기 (2건)')
  for (const id of [1, 2]) book.records.set(makeId(id), makeCase(id))
  expect(await history.undo()).toMatchObject({ changed: 2 })
  expect(book.records.size).toBe(0)
  // A later `complete` doesn't overwrite the values that the undo has learned.
  await history.completeChanges('import', importedChanges)
  expect(await history.redo()).toMatchObject({ changed: 2 })
  expect(book.records.get(makeId(2))?.['owner']).toBe('소유자 2')
})

test('redoes every row of an import whose undo was cut off by a full disk', async () => {
  const { book, history } = await setUpBook([])
  const many = Array.from({ length: 450 }, (_, index) => index + 1)
  const changes = many.map((id): ActionChange => ({
    kind: 'create',
    collection: 'real-estate',
    id: makeId(id),
    caption: '',
    fields: null,
  }))
  void history.addAction({ id: 'import', label: '엑셀 가져오기 (450건)' }, Promise.resolve(changes))
  for (const id of many) book.records.set(makeId(id), makeCase(id))
  book.fillUp(250)
  expect(await history.undo()).toMatchObject({ failure: expect.stringContaining('저장 공간') })
  book.fillUp(Number.POSITIVE_INFINITY)
  await history.undo()
  expect(book.records.size).toBe(0)
  expect(await history.redo()).toMatchObject({ changed: 450, skipped: [] })
  expect(book.records.get(makeId(1))?.['owner']).toBe('소유자 1')
})

test('keeps what a stopped action has done, and undoes it together with its continuation in one step', async () => {
  const many = Array.from({ length: 450 }, (_, index) => makeCase(index + 1))
  const { book, history } = await setUpBook(many)
  const deps = { copy: book.copy, history }
  const edits = many.map((record) => makeUpdate(record, 'purpose', '일괄'))
  const controller = new AbortController()
  const savedCounts: number[] = []
  const onSaved = (savedCount: number) => {
    savedCounts.push(savedCount)
    controller.abort()
  }
  const stopped = await performAction(deps, { label: '일괄 수정', edits }, { signal: controller.signal, onSaved })
  expect([stopped.savedCount, stopped.failure, savedCounts]).toEqual([200, null, [200]])
  const remainingEdits = edits.slice(200)
  const more = await performAction(deps, {
    label: '일괄 수정',
    edits: remainingEdits,
    continuedActionId: stopped.actionId,
  })
  expect(more).toMatchObject({ actionId: stopped.actionId, savedCount: 250 })
  expect(await history.undo()).toMatchObject({ changed: 450, skipped: [] })
  expect(history.getState()).toEqual({ undo: null, redo: '일괄 수정', imported: null })
  expect(await history.redo()).toMatchObject({ changed: 450 })
})

test('undoes a continuation as a separate step when something else was done in between', async () => {
  const { book, history, set, ownerOf } = await setUpBook(makeTenCases())
  const first = await set(1, 'purpose', '가')
  await set(2, 'owner', '나')
  const third = book.records.get(makeId(3))
  const edits = third ? [makeUpdate(third, 'purpose', '다')] : []
  await performAction({ copy: book.copy, history }, { label: '계속', edits, continuedActionId: first.actionId })
  expect(await history.undo()).toMatchObject({ label: '계속', changed: 1 })
  expect(await history.undo()).toMatchObject({ changed: 1 })
  expect([ownerOf(2), book.records.get(makeId(1))?.['purpose']]).toEqual(['소유자 2', '가'])
})
