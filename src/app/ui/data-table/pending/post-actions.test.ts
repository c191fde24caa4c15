import { describe, expect, test } from 'vitest'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { arrayRowSource, plainRow } from '../../../../../tests/support/array-row-source.ts'
import type { CellChange, EditAction, EditOutcome } from '../editing/edit-action.ts'
import { pendingCells } from './pending-cells.ts'

const noRoom = '이 기기의 저장 공간이 부족하여 저장하지 못했습니다.'
const noted = { inserted_at: '', updated_at: '' }
const records: AnyRecord[] = ['a', 'b', 'c'].map((id) => ({ ...noted, id, version: 1, owner: '홍길동', fees: null }))

/** A table on a device that accepts `room` changes and then no more. */
function device() {
  const source = arrayRowSource(records.map((record) => plainRow(record)))
  const cells = pendingCells(() => source)
  const told: EditAction[] = []
  const kept: string[] = []
  const state = { room: 0, isHeld: null as Promise<void> | null }

  function rowOf(id: string) {
    const row = source.rowById(id)
    if (!row) throw new Error(`there is no row ${id}`)
    return row
  }
  function change(id: string, key: string, value: FieldValue): CellChange {
    return { row: rowOf(id), key, old: rowOf(id).record[key] ?? null, new: value }
  }
  async function onEdit(action: EditAction): Promise<EditOutcome> {
    told.push(action)
    await state.isHeld
    const fitting = action.changes.slice(0, state.room)
    state.room -= fitting.length
    kept.push(...fitting.map(({ row, key, new: value }) => `${row.id}.${key}=${value}`))
    const rest = action.changes.slice(fitting.length)
    if (rest.length > 0) return { message: noRoom, unkept: rest.map(({ row }) => row.id) }
  }
  const enter = (...changes: CellChange[]) => cells.sendAction({ kind: 'cell', changes }, onEdit)
  return { source, cells, told, kept, state, change, enter }
}

describe('values that the device has no room for', () => {
  test('stay in their cells with the reason, and are stored exactly once when there is room', async () => {
    const { cells, told, kept, state, change, enter } = device()
    await enter(change('a', 'owner', '김온결'))
    expect(cells.of('a')['owner']).toEqual({ value: '김온결', text: null, error: noRoom, isUnkept: true })
    expect(cells.unkeptRows()).toEqual(['a'])
    await cells.keepUnkept()
    expect(cells.unkeptRows()).toEqual(['a'])
    state.room = 10
    await Promise.all([cells.keepUnkept(), cells.keepUnkept()])
    await cells.keepUnkept()
    expect(kept).toEqual(['a.owner=김온결'])
    expect(cells.of('a')['owner']).toEqual({ value: '김온결', text: null, error: null })
    expect(cells.unkeptRows()).toEqual([])
    expect(told.map(({ isAgain }) => isAgain)).toEqual([undefined, true, true])
  })

  test('are replaced by a later value of the same cell', async () => {
    const { cells, kept, state, change, enter } = device()
    await enter(change('a', 'owner', '김온결'))
    await enter(change('a', 'owner', '이도담'))
    expect(cells.of('a')['owner']).toMatchObject({ value: '이도담', isUnkept: true })
    state.room = 10
    await cells.keepUnkept()
    expect(kept).toEqual(['a.owner=이도담'])
  })

  test('are stored before a value entered while they are being stored', async () => {
    const { cells, kept, state, change, enter } = device()
    await enter(change('a', 'owner', '김온결'))
    state.room = 10
    const { promise, resolve } = Promise.withResolvers<void>()
    state.isHeld = promise
    const keeping = cells.keepUnkept()
    const entering = enter(change('a', 'owner', '이도담'))
    state.isHeld = null
    resolve()
    await Promise.all([keeping, entering])
    expect(kept).toEqual(['a.owner=김온결', 'a.owner=이도담'])
    expect(cells.of('a')['owner']).toMatchObject({ value: '이도담', error: null })
  })

  test('are stored before later edits of the same record; edits of other records do not wait', async () => {
    const { cells, kept, state, change, enter } = device()
    await enter(change('a', 'owner', '김온결'))
    // Room for one change, which goes to the earlier edit.
    state.room = 1
    await enter(change('a', 'fees', 5000))
    expect(kept).toEqual(['a.owner=김온결'])
    expect(cells.of('a')['fees']).toMatchObject({ value: 5000, isUnkept: true })
    state.room = 1
    await enter(change('b', 'owner', '박다온'))
    expect(kept).toEqual(['a.owner=김온결', 'b.owner=박다온'])
    state.room = 10
    await cells.keepUnkept()
    expect(kept).toEqual(['a.owner=김온결', 'b.owner=박다온', 'a.fees=5000'])
  })

  test('are retried alone when the rest of their action was stored', async () => {
    const { cells, kept, state, change, enter } = device()
    state.room = 1
    await enter(change('a', 'owner', '가'), change('b', 'owner', '나'), change('c', 'owner', '다'))
    expect(cells.of('a')['owner']).toEqual({ value: '가', text: null, error: null })
    expect(cells.unkeptRows()).toEqual(['b', 'c'])
    state.room = 10
    await cells.keepUnkept()
    expect(kept).toEqual(['a.owner=가', 'b.owner=나', 'c.owner=다'])
  })

  test('are not retried when they were dropped or refused for another reason', async () => {
    const { cells, told, state, change, enter } = device()
    await enter(change('a', 'owner', '김온결'))
    cells.drop('a', 'owner')
    expect(cells.unkeptRows()).toEqual([])
    await cells.sendAction({ kind: 'cell', changes: [change('b', 'owner', '박다온')] }, () => ({ message: '거절' }))
    expect(cells.of('b')['owner']).toMatchObject({ error: '거절' })
    expect(cells.unkeptRows()).toEqual([])
    state.room = 10
    await cells.keepUnkept()
    expect(told).toHaveLength(1)
  })

  test('are sent against the current row, unless someone else wrote the same field meanwhile', async () => {
    const { source, cells, told, state, change, enter } = device()
    const seen = change('b', 'owner', '박다온')
    await enter(change('a', 'owner', '김온결'))
    await enter(seen)
    const otherField = plainRow({ ...noted, id: 'a', version: 2, owner: '홍길동', fees: 7000 })
    const sameField = plainRow({ ...noted, id: 'b', version: 2, owner: '동료', fees: null })
    source.replaceRow(otherField)
    source.replaceRow(sameField)
    state.room = 10
    await cells.keepUnkept()
    expect(told.slice(2).map(({ changes: [only] }) => only?.row)).toEqual([otherField, seen.row])
  })

  test('keep waiting for 저장 when edited again, and are not retried without their author', async () => {
    const { source, cells, told, state, change } = device()
    const { row, key, new: value } = change('a', 'owner', '김온결')
    cells.hold({ row, key, value })
    cells.save(['a'], () => ({ message: noRoom, unkept: ['a'] }))
    await expect.poll(() => cells.unkeptRows()).toEqual(['a'])
    cells.rebase(source.rowById('a') ?? row, 'owner')
    expect(cells.unkeptRows()).toEqual([])
    expect(cells.unsavedRows()).toEqual(['a'])
    state.room = 10
    await cells.keepUnkept()
    expect(told).toEqual([])
  })

  test('survive closing and reopening the table, in order, except for fields edited again', async () => {
    const { cells, kept, state, change, enter, source } = device()
    await enter(change('a', 'owner', '김온결'))
    await enter(change('a', 'fees', 5000))
    await enter(change('b', 'owner', '박다온'))
    const given = cells.giveUp()
    expect(cells.unkeptRows()).toEqual([])
    expect(cells.of('a')).toEqual({})
    const next = pendingCells(() => source)
    next.hold({ row: change('b', 'owner', '').row, key: 'owner', value: '새 값' })
    next.adopt(given)
    expect(next.unkeptRows()).toEqual(['a'])
    state.room = 10
    await next.keepUnkept()
    expect(kept).toEqual(['a.owner=김온결', 'a.fees=5000'])
  })
})

test('sends an edit against the current row when it was updated while the editor was open, unless the same field changed', async () => {
  const { source, told, state, change, enter } = device()
  state.room = 10
  const [owner, fees] = [change('a', 'owner', ''), change('a', 'fees', 5)]
  const now = plainRow({ ...noted, id: 'a', version: 2, owner: '홍길동', fees: 7 })
  source.replaceRow(now)
  await enter(owner, fees)
  expect(told[0]?.changes.map(({ row, old }) => [row.record.version, old])).toEqual([
    [2, '홍길동'],
    [1, null],
  ])
})
