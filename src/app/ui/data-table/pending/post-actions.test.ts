import { describe, expect, test } from 'vitest'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import type { CellChange, EditAction, EditOutcome } from '../editing/edit-action.ts'
import { createPendingCells } from './pending-cells.ts'

const storageFullText = '이 기기의 저장 공간이 부족하여 저장하지 못했습니다.'
const timestamps = { inserted_at: '', updated_at: '' }
const records: AnyRecord[] = ['a', 'b', 'c'].map((id) => ({
  ...timestamps,
  id,
  version: 1,
  owner: '홍길동',
  fees: null,
}))

/** A table on a device that accepts `room` changes and then no more. */
function createDevice() {
  const source = createArrayRowSource(records.map((record) => createPlainRow(record)))
  const cells = createPendingCells(() => source)
  const sentActions: EditAction[] = []
  const storedKeys: string[] = []
  const state = { room: 0, isHeld: null as Promise<void> | null }

  function requireRow(id: string) {
    const row = source.rowById(id)
    if (!row) throw new Error(`there is no row ${id}`)
    return row
  }
  function change(id: string, key: string, value: FieldValue): CellChange {
    return { row: requireRow(id), key, old: requireRow(id).record[key] ?? null, new: value }
  }
  async function onEdit(action: EditAction): Promise<EditOutcome> {
    sentActions.push(action)
    await state.isHeld
    const storedChanges = action.changes.slice(0, state.room)
    state.room -= storedChanges.length
    storedKeys.push(...storedChanges.map(({ row, key, new: value }) => `${row.id}.${key}=${value}`))
    const unstoredChanges = action.changes.slice(storedChanges.length)
    if (unstoredChanges.length > 0)
      return { message: storageFullText, unstored: unstoredChanges.map(({ row }) => row.id) }
  }
  const enter = (...changes: CellChange[]) => cells.sendAction({ kind: 'cell', changes }, onEdit)
  return { source, cells, sentActions, storedKeys, state, change, enter }
}

describe('values that the device has no room for', () => {
  test('stay in their cells with the reason, and are stored exactly once when there is room', async () => {
    const { cells, sentActions, storedKeys, state, change, enter } = createDevice()
    await enter(change('a', 'owner', '김온결'))
    expect(cells.getRow('a')['owner']).toEqual({
      value: '김온결',
      text: null,
      error: storageFullText,
      isUnstored: true,
    })
    expect(cells.unstoredRows()).toEqual(['a'])
    await cells.retryUnstored()
    expect(cells.unstoredRows()).toEqual(['a'])
    state.room = 10
    await Promise.all([cells.retryUnstored(), cells.retryUnstored()])
    await cells.retryUnstored()
    expect(storedKeys).toEqual(['a.owner=김온결'])
    expect(cells.getRow('a')['owner']).toEqual({ value: '김온결', text: null, error: null })
    expect(cells.unstoredRows()).toEqual([])
    expect(sentActions.map(({ isRetry }) => isRetry)).toEqual([undefined, true, true])
  })

  test('are replaced by a later value of the same cell', async () => {
    const { cells, storedKeys, state, change, enter } = createDevice()
    await enter(change('a', 'owner', '김온결'))
    await enter(change('a', 'owner', '이도담'))
    expect(cells.getRow('a')['owner']).toMatchObject({ value: '이도담', isUnstored: true })
    state.room = 10
    await cells.retryUnstored()
    expect(storedKeys).toEqual(['a.owner=이도담'])
  })

  test('are stored before a value entered while they are being stored', async () => {
    const { cells, storedKeys, state, change, enter } = createDevice()
    await enter(change('a', 'owner', '김온결'))
    state.room = 10
    const { promise, resolve } = Promise.withResolvers<void>()
    state.isHeld = promise
    const retrying = cells.retryUnstored()
    const entering = enter(change('a', 'owner', '이도담'))
    state.isHeld = null
    resolve()
    await Promise.all([retrying, entering])
    expect(storedKeys).toEqual(['a.owner=김온결', 'a.owner=이도담'])
    expect(cells.getRow('a')['owner']).toMatchObject({ value: '이도담', error: null })
  })

  test('are stored before later edits of the same record; edits of other records do not wait', async () => {
    const { cells, storedKeys, state, change, enter } = createDevice()
    await enter(change('a', 'owner', '김온결'))
    // Room for one change, which goes to the earlier edit.
    state.room = 1
    await enter(change('a', 'fees', 5000))
    expect(storedKeys).toEqual(['a.owner=김온결'])
    expect(cells.getRow('a')['fees']).toMatchObject({ value: 5000, isUnstored: true })
    state.room = 1
    await enter(change('b', 'owner', '박다온'))
    expect(storedKeys).toEqual(['a.owner=김온결', 'b.owner=박다온'])
    state.room = 10
    await cells.retryUnstored()
    expect(storedKeys).toEqual(['a.owner=김온결', 'b.owner=박다온', 'a.fees=5000'])
  })

  test('are retried alone when the rest of their action was stored', async () => {
    const { cells, storedKeys, state, change, enter } = createDevice()
    state.room = 1
    await enter(change('a', 'owner', '가'), change('b', 'owner', '나'), change('c', 'owner', '다'))
    expect(cells.getRow('a')['owner']).toEqual({ value: '가', text: null, error: null })
    expect(cells.unstoredRows()).toEqual(['b', 'c'])
    state.room = 10
    await cells.retryUnstored()
    expect(storedKeys).toEqual(['a.owner=가', 'b.owner=나', 'c.owner=다'])
  })

  test('are not retried when they were dropped or refused for another reason', async () => {
    const { cells, sentActions, state, change, enter } = createDevice()
    await enter(change('a', 'owner', '김온결'))
    cells.drop('a', 'owner')
    expect(cells.unstoredRows()).toEqual([])
    await cells.sendAction({ kind: 'cell', changes: [change('b', 'owner', '박다온')] }, () => ({ message: '거절' }))
    expect(cells.getRow('b')['owner']).toMatchObject({ error: '거절' })
    expect(cells.unstoredRows()).toEqual([])
    state.room = 10
    await cells.retryUnstored()
    expect(sentActions).toHaveLength(1)
  })

  test('are sent against the current row, unless someone else wrote the same field meanwhile', async () => {
    const { source, cells, sentActions, state, change, enter } = createDevice()
    const secondChange = change('b', 'owner', '박다온')
    await enter(change('a', 'owner', '김온결'))
    await enter(secondChange)
    const otherField = createPlainRow({ ...timestamps, id: 'a', version: 2, owner: '홍길동', fees: 7000 })
    const sameField = createPlainRow({ ...timestamps, id: 'b', version: 2, owner: '동료', fees: null })
    source.replaceRow(otherField)
    source.replaceRow(sameField)
    state.room = 10
    await cells.retryUnstored()
    expect(sentActions.slice(2).map(({ changes: [only] }) => only?.row)).toEqual([otherField, secondChange.row])
  })

  test('keep waiting for 저장 when edited again, and are not retried without their author', async () => {
    const { source, cells, sentActions, state, change } = createDevice()
    const { row, key, new: value } = change('a', 'owner', '김온결')
    cells.defer({ row, key, value })
    cells.save(['a'], () => ({ message: storageFullText, unstored: ['a'] }))
    await expect.poll(() => cells.unstoredRows()).toEqual(['a'])
    cells.rebase(source.rowById('a') ?? row, 'owner')
    expect(cells.unstoredRows()).toEqual([])
    expect(cells.unsavedRows()).toEqual(['a'])
    state.room = 10
    await cells.retryUnstored()
    expect(sentActions).toEqual([])
  })

  test('survive closing and reopening the table, in order, except for fields edited again', async () => {
    const { cells, storedKeys, state, change, enter, source } = createDevice()
    await enter(change('a', 'owner', '김온결'))
    await enter(change('a', 'fees', 5000))
    await enter(change('b', 'owner', '박다온'))
    const released = cells.releaseUnstored()
    expect(cells.unstoredRows()).toEqual([])
    expect(cells.getRow('a')).toEqual({})
    const next = createPendingCells(() => source)
    next.defer({ row: change('b', 'owner', '').row, key: 'owner', value: '새 값' })
    next.adoptUnstored(released)
    expect(next.unstoredRows()).toEqual(['a'])
    state.room = 10
    await next.retryUnstored()
    expect(storedKeys).toEqual(['a.owner=김온결', 'a.fees=5000'])
  })
})

test('sends an edit against the row updated meanwhile, unless the same field changed', async () => {
  const { source, sentActions, state, change, enter } = createDevice()
  state.room = 10
  const [owner, fees] = [change('a', 'owner', ''), change('a', 'fees', 5)]
  const now = createPlainRow({ ...timestamps, id: 'a', version: 2, owner: '홍길동', fees: 7 })
  source.replaceRow(now)
  await enter(owner, fees)
  expect(sentActions[0]?.changes.map(({ row, old }) => [row.record.version, old])).toEqual([
    [2, '홍길동'],
    [1, null],
  ])
})
