import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import type { EditAction, EditOutcome } from '../editing/edit-action.ts'
import { createPendingCells } from './pending-cells.ts'

const record: AnyRecord = { id: 'a', version: 1, inserted_at: '', updated_at: '', owner: '홍길동' }

function createCells() {
  const source = createArrayRowSource([createPlainRow(record)])
  const pending = createPendingCells(() => source)
  const row = createPlainRow(record)
  const action: EditAction = { kind: 'cell', changes: [{ row, key: 'owner', old: '홍길동', new: '김온결' }] }
  return { source, pending, row, action }
}

describe('values between the keyboard and the source', () => {
  test('shows an edit at once and drops it when the source shows it', async () => {
    const { source, pending, action } = createCells()
    let resolveStore: (outcome: EditOutcome) => void = () => {}
    const sent = pending.sendAction(action, () => new Promise((resolve) => (resolveStore = resolve)))
    expect(pending.getRow('a')).toEqual({ owner: { value: '김온결', text: null, error: null } })
    resolveStore()
    await sent
    expect(pending.getRow('a')['owner']?.value).toBe('김온결')
    source.replaceRow(createPlainRow({ ...record, owner: '김온결' }))
    expect(pending.getRow('a')).toEqual({})
  })

  test('keeps an edit that could not be stored, with the reason', async () => {
    const { pending, action } = createCells()
    await pending.sendAction(action, () => ({ message: '저장 공간이 부족합니다.' }))
    expect(pending.getRow('a')['owner']).toEqual({ value: '김온결', text: null, error: '저장 공간이 부족합니다.' })
  })

  test('loses nothing when a screen throws, and reports the error', async () => {
    const { pending, action } = createCells()
    const listener = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', listener)
    await pending.sendAction(action, () => Promise.reject(new Error('bug')))
    vi.unstubAllGlobals()
    expect(listener).toHaveBeenCalledOnce()
    expect(pending.getRow('a')['owner']?.value).toBe('김온결')
    expect(pending.getRow('a')['owner']?.error).not.toBeNull()
  })

  test('does not remove a later edit of a cell on the response to an earlier one', async () => {
    const { pending, action } = createCells()
    let resolveStore: (outcome: EditOutcome) => void = () => {}
    const first = pending.sendAction(action, () => new Promise((resolve) => (resolveStore = resolve)))
    const retried: EditAction = { ...action, changes: action.changes.map((change) => ({ ...change, new: '이도담' })) }
    void pending.sendAction(retried, () => new Promise(() => {}))
    resolveStore({ message: '거절' })
    await first
    expect(pending.getRow('a')['owner']).toEqual({ value: '이도담', text: null, error: null })
  })
})

describe('a value that the device is slow to store', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('shows nothing at first, then that it is not stored yet, and nothing once it is', async () => {
    const { pending, action } = createCells()
    let resolveStore: (outcome: EditOutcome) => void = () => {}
    const sent = pending.sendAction(action, () => new Promise((resolve) => (resolveStore = resolve)))
    await vi.advanceTimersByTimeAsync(140)
    expect(pending.getRow('a')['owner']).toEqual({ value: '김온결', text: null, error: null })
    await vi.advanceTimersByTimeAsync(20)
    expect(pending.getRow('a')['owner']).toEqual({ value: '김온결', text: null, error: null, isLate: true })
    expect(pending.unsavedRows()).toEqual([])
    resolveStore()
    await sent
    expect(pending.getRow('a')['owner']).toEqual({ value: '김온결', text: null, error: null })
  })

  test('renders the cell of a normal edit no more often than without late marks', async () => {
    const { source, pending, action } = createCells()
    const listener = vi.fn<() => void>()
    pending.subscribe('a', listener)
    await pending.sendAction(action, () => {
      source.replaceRow(createPlainRow({ ...record, owner: '김온결' }))
    })
    await vi.advanceTimersByTimeAsync(3000)
    expect(listener).toHaveBeenCalledTimes(2)
    expect(pending.getRow('a')).toEqual({})
  })

  test('shows only the reason when it is refused after all', async () => {
    const { pending, action } = createCells()
    const sent = pending.sendAction(action, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return { message: '저장 공간이 부족합니다.' }
    })
    await vi.advanceTimersByTimeAsync(1000)
    await sent
    expect(pending.getRow('a')['owner']).toEqual({ value: '김온결', text: null, error: '저장 공간이 부족합니다.' })
  })

  test('treats a value typed over it as a separate one', async () => {
    const { pending, action } = createCells()
    const resolveStore: ((outcome: EditOutcome) => void)[] = []
    const onEdit = () => new Promise<EditOutcome>((resolve) => void resolveStore.push(resolve))
    const first = pending.sendAction(action, onEdit)
    await vi.advanceTimersByTimeAsync(200)
    void pending.sendAction(
      { ...action, changes: action.changes.map((change) => ({ ...change, new: '이도담' })) },
      onEdit,
    )
    resolveStore[0]?.()
    await first
    expect(pending.getRow('a')['owner']).toEqual({ value: '이도담', text: null, error: null })
    await vi.advanceTimersByTimeAsync(200)
    expect(pending.getRow('a')['owner']).toEqual({ value: '이도담', text: null, error: null, isLate: true })
  })
})

test('notifies listeners of the outcome of edits, except those sent by 저장', async () => {
  const { pending, row, action } = createCells()
  const outcomes: [string, EditOutcome][] = []
  const stop = pending.subscribeOutcomes((sent, outcome) => outcomes.push([sent.kind, outcome]))
  await pending.sendAction(action, () => ({ message: '거절' }))
  pending.drop('a', 'owner')
  await pending.sendAction({ ...action, kind: 'paste' }, () => {})
  expect(outcomes).toEqual([
    ['cell', { message: '거절' }],
    ['paste', undefined],
  ])
  pending.defer({ row, key: 'fees', value: 5000 })
  pending.save(['a'], () => {})
  await pending.retryUnstored()
  stop()
  await pending.sendAction({ ...action, kind: 'fill' }, () => {})
  expect(outcomes).toHaveLength(2)
})

describe('values that wait for 저장', () => {
  test('show at once, are listed, and are saved as one action with a change per field', async () => {
    const { pending, row } = createCells()
    const listener = vi.fn<() => void>()
    pending.subscribe('a', listener)
    pending.defer({ row, key: 'owner', value: '김온결' })
    pending.defer({ row, key: 'fees', value: 5000 })
    expect(pending.getRow('a')['owner']).toMatchObject({ value: '김온결', error: null })
    expect(pending.unsavedRows()).toEqual(['a'])
    expect(listener).toHaveBeenCalledTimes(2)
    const actions: EditAction[] = []
    expect(pending.save(['a'], storeInto(actions))).toBe(true)
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

  test('need no saving when the row already has the value', () => {
    const { pending, row } = createCells()
    pending.defer({ row, key: 'owner', value: '김온결' })
    pending.defer({ row, key: 'owner', value: '홍길동' })
    expect(pending.getRow('a')).toEqual({})
    expect(pending.unsavedRows()).toEqual([])
  })

  test('keep waiting when edited in the table; other fields are sent at once', async () => {
    const { pending, row } = createCells()
    const actions: EditAction[] = []
    pending.defer({ row, key: 'owner', value: '김온결' })
    const changes = [
      { row, key: 'owner', old: '김온결', new: '이도담' },
      { row, key: 'fees', old: null, new: 5000 },
    ]
    await pending.sendAction({ kind: 'paste', changes }, storeInto(actions))
    expect(actions.map((action) => action.changes.map(({ key }) => key))).toEqual([['fees']])
    expect(pending.getRow('a')['owner']).toMatchObject({ value: '이도담', base: row })
  })

  test('are all held when every edit waits, so the table sends nothing itself', async () => {
    const { source, row, action } = createCells()
    const pending = createPendingCells(() => source, { defersEdits: true })
    const actions: EditAction[] = []
    await pending.sendAction(action, storeInto(actions))
    expect(actions).toEqual([])
    expect(pending.getRow('a')['owner']).toMatchObject({ value: '김온결', base: row })
  })

  test('are saved against what their author saw, unless the author rebases', () => {
    const { source, pending, row } = createCells()
    pending.defer({ row, key: 'owner', value: '김온결' })
    const serverRow = createPlainRow({ ...record, version: 2, owner: '박다온' })
    source.replaceRow(serverRow)
    pending.defer({ row: serverRow, key: 'owner', value: '김온결님' })
    const actions: EditAction[] = []
    pending.save(['a'], storeInto(actions))
    expect(actions[0]?.changes).toEqual([{ row, key: 'owner', old: '홍길동', new: '김온결님' }])

    pending.defer({ row, key: 'owner', value: '김온결' })
    pending.rebase(serverRow, 'owner')
    pending.save(['a'], storeInto(actions))
    expect(actions[1]?.changes).toEqual([{ row: serverRow, key: 'owner', old: '박다온', new: '김온결' }])
  })

  test('are saved together even if a colleague wrote another field', () => {
    const { source, pending, row } = createCells()
    pending.defer({ row, key: 'owner', value: '김온결' })
    const serverRow = createPlainRow({ ...record, version: 2, fees: 7000 })
    source.replaceRow(serverRow)
    pending.defer({ row: serverRow, key: 'note', value: '급함' })
    const actions: EditAction[] = []
    pending.save(['a'], storeInto(actions))
    expect(actions[0]?.changes.map((change) => change.row)).toEqual([serverRow, serverRow])
  })

  test('are not sent while a typed text is not a valid value', () => {
    const { pending, row } = createCells()
    pending.defer({ row, key: 'owner', value: '김온결' })
    pending.defer({ row, key: 'day', value: null, refused: { text: '내년쯤', error: '날짜를 확인해 주세요.' } })
    const actions: EditAction[] = []
    expect(pending.save(['a'], storeInto(actions))).toBe(false)
    expect(actions).toEqual([])
    expect(Object.keys(pending.getRow('a'))).toEqual(['owner', 'day'])
  })

  test('wait again with the reason when they could not be saved, and can be saved again', async () => {
    const { pending, row } = createCells()
    pending.defer({ row, key: 'owner', value: '김온결' })
    pending.save(['a'], () => ({ message: '저장 공간이 부족합니다.' }))
    await vi.waitFor(() =>
      expect(pending.getRow('a')['owner']).toMatchObject({ error: '저장 공간이 부족합니다.', base: row }),
    )
    expect(pending.unsavedRows()).toEqual(['a'])
    const actions: EditAction[] = []
    pending.save(['a'], storeInto(actions))
    expect(actions[0]?.changes[0]).toMatchObject({ key: 'owner', new: '김온결' })
  })

  test('취소 drops waiting and refused values, never those being sent', () => {
    const { pending, row, action } = createCells()
    void pending.sendAction(action, () => new Promise(() => {}))
    pending.defer({ row, key: 'fees', value: 5000 })
    pending.refuse({ row, key: 'day', text: '내년쯤', error: '날짜를 확인해 주세요.' })
    pending.discard('a')
    expect(Object.keys(pending.getRow('a'))).toEqual(['owner'])
  })

  test('start from a value that is being sent when it is changed again', () => {
    const { pending, row, action } = createCells()
    void pending.sendAction(action, () => new Promise(() => {}))
    pending.defer({ row, key: 'owner', value: '홍길동' })
    expect(pending.getRow('a')['owner']).toMatchObject({ value: '홍길동' })
    expect(pending.getRow('a')['owner']?.base?.record['owner']).toBe('김온결')
  })
})

function storeInto(actions: EditAction[]) {
  return (action: EditAction) => {
    actions.push(action)
    return undefined
  }
}
