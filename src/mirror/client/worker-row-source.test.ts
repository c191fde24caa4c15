import { expect, test, vi } from 'vitest'
import type { RowSourceState, SourceRow } from '#contract/records/row-source.ts'
import type { Caller } from '#mirror/worker/call-channel.ts'
import type { EngineCalls, ResultChange, RowsCommand, RowsQuery, RowsUpdate } from '#mirror/worker/calls.ts'
import { makeCase, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { createWorkerRowSource } from './worker-row-source.ts'

const everyRow = { filters: [], search: '', sort: [] }

function makeRow(number: number, overrides: Partial<SourceRow> = {}): SourceRow {
  return {
    id: makeId(number),
    record: makeCase(number),
    joined: {},
    marks: {},
    state: 'plain',
    isOutside: false,
    ...overrides,
  }
}

const makeRows = (first: number, count: number) => Array.from({ length: count }, (_, offset) => makeRow(first + offset))

/** A source whose engine is played by the test. Row n is at position n. */
function openSource(total = 1_000) {
  const questions: RowsQuery[] = []
  const commands: RowsCommand[] = []
  const subscriptions: { isClosed: boolean; notify: (update: RowsUpdate) => void }[] = []
  const calls: Pick<Caller<EngineCalls>, 'subscribe'> = {
    subscribe(_name, params, { onAnswer }) {
      const subscription = {
        isClosed: false,
        notify: (update: RowsUpdate) => subscription.isClosed || onAnswer(update),
      }
      questions.push(params as RowsQuery)
      subscriptions.push(subscription)
      return {
        send: (command) => void commands.push(command as RowsCommand),
        close() {
          subscription.isClosed = true
        },
      }
    },
  }
  const source = createWorkerRowSource({
    collection: 'real-estate',
    query: everyRow,
    calls: calls as Caller<EngineCalls>,
    onClose: () => undefined,
  })
  const notify = (update: RowsUpdate, subscription = subscriptions.at(-1)) => subscription?.notify(update)
  const makeState = (overrides: Partial<RowSourceState> = {}): RowSourceState => {
    const generation = questions.at(-1)?.generation ?? 0
    return { status: 'ready', total, isComplete: true, arrived: 0, generation, ...overrides }
  }
  return {
    source,
    questions,
    commands,
    lines: subscriptions,
    notify,
    ranges: () => commands.flatMap((command) => (command.type === 'range' ? [[command.first, command.last]] : [])),
    result(rows: SourceRow[], overrides: Partial<RowSourceState> = {}, stamp = 0) {
      notify({ type: 'result', stamp, state: makeState(overrides), rows })
    },
    rows: (first: number, rows: SourceRow[]) => notify({ type: 'rows', stamp: 0, first, rows }),
    change(change: Partial<ResultChange>, overrides: Partial<RowSourceState> = {}, stamp = 0) {
      const complete = { removed: [], inserted: [], rows: [], ...change }
      notify({ type: 'changed', stamp, state: makeState(overrides), change: complete })
    },
  }
}

test('a row stays the same object until it changes, and only its own listeners are called', () => {
  const { source, result, change } = openSource()
  result(makeRows(0, 200))
  const before = source.rowAt(3)
  const [own, other] = [vi.fn<() => void>(), vi.fn<() => void>()]
  source.subscribeRow(makeId(3), own)
  source.subscribeRow(makeId(4), other)
  change({ rows: [makeRow(3), makeRow(4)] })
  expect(source.rowAt(3)).toBe(before)
  expect(own).not.toHaveBeenCalled()
  change({ rows: [makeRow(3, { record: makeCase(3, { owner: '새 이름' }) }), makeRow(4)] })
  expect(source.rowAt(3)).not.toBe(before)
  expect(source.rowById(makeId(3))?.record['owner']).toBe('새 이름')
  expect(own).toHaveBeenCalledTimes(1)
  expect(other).not.toHaveBeenCalled()
})

test('keeps only the newest requested range while a response is pending', () => {
  const { source, result, rows, ranges } = openSource(100_000)
  result(makeRows(0, 200))
  source.ensureRange(10, 50)
  expect(ranges()).toEqual([])
  source.ensureRange(400, 450)
  source.ensureRange(5_000, 5_050)
  source.ensureRange(50_100, 50_150)
  expect(ranges()).toEqual([[400, 599]])
  rows(400, makeRows(400, 200))
  expect(ranges()).toEqual([
    [400, 599],
    [50_000, 50_199],
  ])
  rows(50_000, makeRows(50_000, 200))
  expect(source.rowAt(50_150)?.id).toBe(makeId(50_150))
  expect(source.rowAt(5_050)).toBeUndefined()
})

test('keeps the old rows until a new query has its result, and ignores late results of the old one', () => {
  const { source, lines, questions, result, ranges, notify } = openSource()
  result(makeRows(0, 200))
  source.ensureRange(400, 410)
  source.setQuery({ ...everyRow, search: '홍' })
  expect(source.rowAt(0)?.id).toBe(makeId(0))
  notify({ type: 'rows', stamp: 0, first: 400, rows: makeRows(400, 200) }, lines[0])
  expect(source.rowAt(400)).toBeUndefined()
  const listener = vi.fn<() => void>()
  source.subscribe(listener)
  const known = source.rowById(makeId(7))
  result([makeRow(7), makeRow(9)], { total: 2 })
  expect(listener).toHaveBeenCalled()
  expect(source.getState()).toMatchObject({ total: 2, generation: 2 })
  expect([source.rowAt(0)?.id, source.rowAt(1)?.id, source.rowAt(2)]).toEqual([makeId(7), makeId(9), undefined])
  expect(source.rowAt(0)).toBe(known)
  source.setQuery({ ...everyRow, search: '홍' })
  expect(questions).toHaveLength(2)
  expect(ranges()).toHaveLength(1)
})

test('removed and inserted rows shift the others, unloaded positions included', () => {
  const { source, result, change } = openSource(300)
  result(makeRows(0, 200))
  const onLeave = vi.fn<() => void>()
  source.subscribeRow(makeId(2), onLeave)
  change({ removed: [2, 5], inserted: [{ index: 0, row: makeRow(900, { state: 'new' }) }] }, { total: 299 })
  expect([0, 1, 2, 3, 4, 5, 6].map((index) => source.rowAt(index)?.id)).toEqual([900, 0, 1, 3, 4, 6, 7].map(makeId))
  expect(source.indexOf(makeId(199))).toBe(198)
  expect(source.rowById(makeId(2))).toBeUndefined()
  expect(onLeave).toHaveBeenCalledTimes(1)
  expect(source.rowAt(199)).toBeUndefined()
  source.ensureRange(190, 210)
})

test("shows an edit at once and replaces it with the engine's row once the engine knows it", () => {
  const { source, result, change } = openSource()
  result(makeRows(0, 200), {}, 4)
  const edit = { kind: 'update' as const, collection: 'real-estate' as const, id: makeId(3), baseVersion: 1 }
  const changes = { owner: { old: '소유자 3', new: '이나래' } }
  source.showEdit({ opId: 'op', stamp: 5, edit: { ...edit, changes } })
  expect(source.rowAt(3)).toMatchObject({
    record: { owner: '이나래' },
    marks: { owner: { state: 'queued', confirmed: '소유자 3' } },
  })
  change({ rows: [makeRow(3)] }, {}, 4)
  expect(source.rowAt(3)?.record['owner'], 'built before the engine knew').toBe('이나래')
  change({ rows: [makeRow(3, { record: makeCase(3, { owner: '남이 고침' }) })] }, {}, 5)
  expect(source.rowAt(3)?.record['owner']).toBe('남이 고침')
})

test('applies an edit of an unloaded row to the row the engine built before it', () => {
  const { source, result, change } = openSource(1)
  result([], { total: 0 }, 4)
  const id = makeId(3)
  const fields = { owner: '소유자 3' }
  source.showEdit({ opId: 'made', stamp: 5, edit: { kind: 'create', collection: 'real-estate', id, fields } })
  const changes = { owner: { old: '소유자 3', new: '이나래' } }
  const edit = { kind: 'update' as const, collection: 'real-estate' as const, id, baseVersion: 0, changes }
  source.showEdit({ opId: 'changed', stamp: 6, edit })
  result([makeRow(3, { state: 'new' })], {}, 5)
  expect(source.rowAt(0)?.record['owner']).toBe('이나래')
  change({ rows: [makeRow(3, { record: makeCase(3, { owner: '박다온' }), state: 'new' })] }, {}, 6)
  expect(source.rowAt(0)?.record['owner']).toBe('박다온')
})

test('applies both of two edits stored together to the row the engine built before them', () => {
  const { source, result, change } = openSource()
  result(makeRows(0, 200), {}, 4)
  const edit = { kind: 'update' as const, collection: 'real-estate' as const, id: makeId(3), baseVersion: 1 }
  const owner = { owner: { old: '소유자 3', new: '이나래' } }
  const purpose = { purpose: { old: null, new: '근저당' } }
  source.showEdit({ opId: 'op', stamp: 5, edit: { ...edit, changes: owner } })
  source.showEdit({ opId: 'op', stamp: 5, edit: { ...edit, changes: purpose } })
  change({ rows: [makeRow(3)] }, {}, 4)
  expect(source.rowAt(3)?.record).toMatchObject({ owner: '이나래', purpose: '근저당' })
  change({ rows: [makeRow(3)] }, {}, 5)
  expect(source.rowAt(3)?.record).toMatchObject(makeCase(3))
})

test('looks up a row that is not loaded, and notifies the listeners of its position', () => {
  const { source, commands, result, notify } = openSource()
  result(makeRows(0, 200))
  expect(source.indexOf(makeId(700))).toBe(-1)
  expect(source.indexOf(makeId(700))).toBe(-1)
  expect(commands).toEqual([{ type: 'locate', id: makeId(700) }])
  const listener = vi.fn<() => void>()
  source.subscribe(listener)
  notify({ type: 'located', id: makeId(700), index: 700 })
  expect(listener).toHaveBeenCalledTimes(1)
  expect(source.indexOf(makeId(700))).toBe(700)
})

test('keeps only the last ten thousand rows of a long scroll', () => {
  const { source, result, rows } = openSource(100_000)
  result(makeRows(0, 200))
  for (let first = 200; first < 20_000; first += 200) {
    source.ensureRange(first, first + 199)
    rows(first, makeRows(first, 200))
  }
  expect(source.rowAt(19_999)).toBeDefined()
  expect(source.rowAt(10_000)).toBeDefined()
  expect(source.rowAt(0)).toBeUndefined()
  expect(source.rowById(makeId(0))).toBeUndefined()
})
