import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { arrayRowSource, plainRow } from '../../../../../tests/support/array-row-source.ts'
import type { EditAction, EditOutcome } from '../editing/edit-action.ts'
import { pendingCells } from './pending-cells.ts'

const record: AnyRecord = { id: 'a', version: 1, inserted_at: '', updated_at: '', owner: '홍길동' }

function bench() {
  const source = arrayRowSource([plainRow(record)])
  const pending = pendingCells(() => source)
  const row = plainRow(record)
  const action: EditAction = { kind: 'cell', changes: [{ row, key: 'owner', old: '홍길동', new: '김온결' }] }
  return { source, pending, row, action }
}

describe('values between the keyboard and the source', () => {
  test('an edit shows at once and goes when the source shows it', async () => {
    const { source, pending, action } = bench()
    let keep: (outcome: EditOutcome) => void = () => {}
    const sent = pending.sendAction(action, () => new Promise((resolve) => (keep = resolve)))
    expect(pending.of('a')).toEqual({ owner: { value: '김온결', text: null, error: null } })
    keep()
    await sent
    expect(pending.of('a')['owner']?.value).toBe('김온결')
    source.replaceRow(plainRow({ ...record, owner: '김온결' }))
    expect(pending.of('a')).toEqual({})
  })

  test('an edit that could not be kept stays with the reason', async () => {
    const { pending, action } = bench()
    await pending.sendAction(action, () => ({ message: '저장 공간이 부족합니다.' }))
    expect(pending.of('a')['owner']).toEqual({ value: '김온결', text: null, error: '저장 공간이 부족합니다.' })
  })

  test('a screen that throws loses nothing, and the bug is reported', async () => {
    const { pending, action } = bench()
    const heard = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', heard)
    await pending.sendAction(action, () => Promise.reject(new Error('bug')))
    vi.unstubAllGlobals()
    expect(heard).toHaveBeenCalledOnce()
    expect(pending.of('a')['owner']?.value).toBe('김온결')
    expect(pending.of('a')['owner']?.error).not.toBeNull()
  })

  test('a later edit of the same cell is not taken away by the answer to the earlier one', async () => {
    const { pending, action } = bench()
    let keep: (outcome: EditOutcome) => void = () => {}
    const first = pending.sendAction(action, () => new Promise((resolve) => (keep = resolve)))
    const again: EditAction = { ...action, changes: action.changes.map((change) => ({ ...change, new: '이도담' })) }
    void pending.sendAction(again, () => new Promise(() => {}))
    keep({ message: '거절' })
    await first
    expect(pending.of('a')['owner']).toEqual({ value: '이도담', text: null, error: null })
  })
})

describe('a value that the device is slow to keep', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('says nothing of it for a moment, then that it is not kept yet, and no more once it is', async () => {
    const { pending, action } = bench()
    let keep: (outcome: EditOutcome) => void = () => {}
    const sent = pending.sendAction(action, () => new Promise((resolve) => (keep = resolve)))
    await vi.advanceTimersByTimeAsync(140)
    expect(pending.of('a')['owner']).toEqual({ value: '김온결', text: null, error: null })
    await vi.advanceTimersByTimeAsync(20)
    expect(pending.of('a')['owner']).toEqual({ value: '김온결', text: null, error: null, isLate: true })
    expect(pending.unsavedRows()).toEqual([])
    keep()
    await sent
    expect(pending.of('a')['owner']).toEqual({ value: '김온결', text: null, error: null })
  })

  test('an ordinary edit draws its cell no more often than before', async () => {
    const { source, pending, action } = bench()
    const heard = vi.fn<() => void>()
    pending.subscribe('a', heard)
    await pending.sendAction(action, () => {
      source.replaceRow(plainRow({ ...record, owner: '김온결' }))
    })
    await vi.advanceTimersByTimeAsync(3000)
    expect(heard).toHaveBeenCalledTimes(2)
    expect(pending.of('a')).toEqual({})
  })

  test('refused after all it stays with the reason alone', async () => {
    const { pending, action } = bench()
    const sent = pending.sendAction(action, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return { message: '저장 공간이 부족합니다.' }
    })
    await vi.advanceTimersByTimeAsync(1000)
    await sent
    expect(pending.of('a')['owner']).toEqual({ value: '김온결', text: null, error: '저장 공간이 부족합니다.' })
  })

  test('what was typed over it meanwhile is another value, on its own way', async () => {
    const { pending, action } = bench()
    const keep: ((outcome: EditOutcome) => void)[] = []
    const onEdit = () => new Promise<EditOutcome>((resolve) => void keep.push(resolve))
    const first = pending.sendAction(action, onEdit)
    await vi.advanceTimersByTimeAsync(200)
    void pending.sendAction(
      { ...action, changes: action.changes.map((change) => ({ ...change, new: '이도담' })) },
      onEdit,
    )
    keep[0]?.()
    await first
    expect(pending.of('a')['owner']).toEqual({ value: '이도담', text: null, error: null })
    await vi.advanceTimersByTimeAsync(200)
    expect(pending.of('a')['owner']).toEqual({ value: '이도담', text: null, error: null, isLate: true })
  })
})

test('whoever listens is told how what was entered went; what 저장 sends is not among it', async () => {
  const { pending, row, action } = bench()
  const told: [string, EditOutcome][] = []
  const stop = pending.subscribeOutcomes((sent, outcome) => told.push([sent.kind, outcome]))
  await pending.sendAction(action, () => ({ message: '거절' }))
  pending.drop('a', 'owner')
  await pending.sendAction({ ...action, kind: 'paste' }, () => {})
  expect(told).toEqual([
    ['cell', { message: '거절' }],
    ['paste', undefined],
  ])
  pending.hold({ row, key: 'fees', value: 5000 })
  pending.save(['a'], () => {})
  await pending.keepUnkept()
  stop()
  await pending.sendAction({ ...action, kind: 'fill' }, () => {})
  expect(told).toHaveLength(2)
})

describe('values that wait for 저장', () => {
  test('they show at once, are told, and leave as one action with a change per field when they are saved', async () => {
    const { pending, row } = bench()
    const heard = vi.fn<() => void>()
    pending.subscribe('a', heard)
    pending.hold({ row, key: 'owner', value: '김온결' })
    pending.hold({ row, key: 'fees', value: 5000 })
    expect(pending.of('a')['owner']).toMatchObject({ value: '김온결', error: null })
    expect(pending.unsavedRows()).toEqual(['a'])
    expect(heard).toHaveBeenCalledTimes(2)
    const actions: EditAction[] = []
    expect(pending.save(['a'], keepInto(actions))).toBe(true)
    expect(actions).toEqual([
      {
        kind: 'cell',
        changes: [
          { row, key: 'owner', old: '홍길동', new: '김온결' },
          { row, key: 'fees', old: null, new: 5000 },
        ],
      },
    ])
    expect(pending.unsavedRows()).toEqual([])
  })

  test('the value that the row has anyway waits for nothing', () => {
    const { pending, row } = bench()
    pending.hold({ row, key: 'owner', value: '김온결' })
    pending.hold({ row, key: 'owner', value: '홍길동' })
    expect(pending.of('a')).toEqual({})
    expect(pending.unsavedRows()).toEqual([])
  })

  test('an edit of a waiting field in the table goes on waiting; other fields are sent at once', async () => {
    const { pending, row } = bench()
    const actions: EditAction[] = []
    pending.hold({ row, key: 'owner', value: '김온결' })
    const changes = [
      { row, key: 'owner', old: '김온결', new: '이도담' },
      { row, key: 'fees', old: null, new: 5000 },
    ]
    await pending.sendAction({ kind: 'paste', changes }, keepInto(actions))
    expect(actions.map((action) => action.changes.map(({ key }) => key))).toEqual([['fees']])
    expect(pending.of('a')['owner']).toMatchObject({ value: '이도담', base: row })
  })

  test('where every edit waits, the table sends nothing by itself', async () => {
    const { source, row, action } = bench()
    const pending = pendingCells(() => source, { holdsEdits: true })
    const actions: EditAction[] = []
    await pending.sendAction(action, keepInto(actions))
    expect(actions).toEqual([])
    expect(pending.of('a')['owner']).toMatchObject({ value: '김온결', base: row })
  })

  test('a change that began before a colleague wrote is saved as what its author saw, unless the author says otherwise', () => {
    const { source, pending, row } = bench()
    pending.hold({ row, key: 'owner', value: '김온결' })
    const theirs = plainRow({ ...record, version: 2, owner: '박다온' })
    source.replaceRow(theirs)
    pending.hold({ row: theirs, key: 'owner', value: '김온결님' })
    const actions: EditAction[] = []
    pending.save(['a'], keepInto(actions))
    expect(actions[0]?.changes).toEqual([{ row, key: 'owner', old: '홍길동', new: '김온결님' }])

    pending.hold({ row, key: 'owner', value: '김온결' })
    pending.rebase(theirs, 'owner')
    pending.save(['a'], keepInto(actions))
    expect(actions[1]?.changes).toEqual([{ row: theirs, key: 'owner', old: '박다온', new: '김온결' }])
  })

  test('a colleague who wrote another field does not split the save', () => {
    const { source, pending, row } = bench()
    pending.hold({ row, key: 'owner', value: '김온결' })
    const theirs = plainRow({ ...record, version: 2, fees: 7000 })
    source.replaceRow(theirs)
    pending.hold({ row: theirs, key: 'note', value: '급함' })
    const actions: EditAction[] = []
    pending.save(['a'], keepInto(actions))
    expect(actions[0]?.changes.map((change) => change.row)).toEqual([theirs, theirs])
  })

  test('nothing is sent while a typed text stands for no value', () => {
    const { pending, row } = bench()
    pending.hold({ row, key: 'owner', value: '김온결' })
    pending.hold({ row, key: 'day', value: null, refused: { text: '내년쯤', error: '날짜를 확인해 주세요.' } })
    const actions: EditAction[] = []
    expect(pending.save(['a'], keepInto(actions))).toBe(false)
    expect(actions).toEqual([])
    expect(Object.keys(pending.of('a'))).toEqual(['owner', 'day'])
  })

  test('what could not be saved waits again, with the reason, and can be saved once more', async () => {
    const { pending, row } = bench()
    pending.hold({ row, key: 'owner', value: '김온결' })
    pending.save(['a'], () => ({ message: '저장 공간이 부족합니다.' }))
    await vi.waitFor(() =>
      expect(pending.of('a')['owner']).toMatchObject({ error: '저장 공간이 부족합니다.', base: row }),
    )
    expect(pending.unsavedRows()).toEqual(['a'])
    const actions: EditAction[] = []
    pending.save(['a'], keepInto(actions))
    expect(actions[0]?.changes[0]).toMatchObject({ key: 'owner', new: '김온결' })
  })

  test('취소 drops what waits and what was refused, never what is on its way', () => {
    const { pending, row, action } = bench()
    void pending.sendAction(action, () => new Promise(() => {}))
    pending.hold({ row, key: 'fees', value: 5000 })
    pending.refuse({ row, key: 'day', text: '내년쯤', error: '날짜를 확인해 주세요.' })
    pending.discard('a')
    expect(Object.keys(pending.of('a'))).toEqual(['owner'])
  })

  test('a change of a value that is on its way begins from that value', () => {
    const { pending, row, action } = bench()
    void pending.sendAction(action, () => new Promise(() => {}))
    pending.hold({ row, key: 'owner', value: '홍길동' })
    expect(pending.of('a')['owner']).toMatchObject({ value: '홍길동' })
    expect(pending.of('a')['owner']?.base?.record['owner']).toBe('김온결')
  })
})

function keepInto(actions: EditAction[]) {
  return (action: EditAction) => {
    actions.push(action)
    return undefined
  }
}
