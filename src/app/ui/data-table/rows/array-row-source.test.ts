import { describe, expect, test, vi } from 'vitest'
import type { AnyRecord } from '#contract/records/field.ts'
import { arrayRowSource, plainRow } from '../../../../../tests/support/array-row-source.ts'

function row(id: string, owner: string | null, fees: number | null = 0) {
  const record: AnyRecord = { id, version: 1, inserted_at: '', updated_at: '', owner, fees }
  return plainRow(record)
}

const rows = [row('a', '홍길동', 300), row('b', null, null), row('c', '김솔빛', 100), row('d', '김온결', 300)]

function ids(source: ReturnType<typeof arrayRowSource>): (string | undefined)[] {
  return Array.from({ length: source.getState().total }, (_, index) => source.rowAt(index)?.id)
}

describe('rows in memory', () => {
  test('are sorted with empty values last in both directions, then by id', () => {
    const source = arrayRowSource(rows, { filters: [], search: '', sort: [{ field: 'fees', direction: 'asc' }] })
    expect(ids(source)).toEqual(['c', 'a', 'd', 'b'])
    source.setQuery({ filters: [], search: '', sort: [{ field: 'fees', direction: 'desc' }] })
    expect(ids(source)).toEqual(['a', 'd', 'c', 'b'])
  })

  test('are found by 초성 and by every kind of filter', () => {
    const source = arrayRowSource(rows)
    source.setQuery({ filters: [], search: 'ㅅㅂ', sort: [] })
    expect(ids(source)).toEqual(['c'])
    source.setQuery({ filters: [{ op: 'between', field: 'fees', from: 200, to: null }], search: '', sort: [] })
    expect(ids(source)).toEqual(['a', 'd'])
    source.setQuery({ filters: [{ op: 'equals', field: 'owner', value: null }], search: '', sort: [] })
    expect(ids(source)).toEqual(['b'])
    source.setQuery({ filters: [{ op: 'one_of', field: 'fees', values: [100] }], search: '', sort: [] })
    expect(ids(source)).toEqual(['c'])
    source.setQuery({ filters: [{ op: 'contains', field: 'owner', text: '온' }], search: '', sort: [] })
    expect(ids(source)).toEqual(['d'])
  })

  test('an edited row keeps its place until a refresh, and only its listeners hear of it', () => {
    const source = arrayRowSource(rows, { filters: [], search: '', sort: [{ field: 'fees', direction: 'asc' }] })
    const [heardA, heardC, heardAll] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
    source.subscribeRow('a', heardA)
    source.subscribeRow('c', heardC)
    source.subscribe(heardAll)
    source.replaceRow(row('c', '김솔빛', 900))
    expect([heardA, heardC, heardAll].map((heard) => heard.mock.calls.length)).toEqual([0, 1, 0])
    expect(source.indexOf('c')).toBe(0)
    source.refresh()
    expect(source.indexOf('c')).toBe(2)
    expect(heardAll).toHaveBeenCalledTimes(1)
  })

  test('a new result is another generation, and a row unchanged is the same object', () => {
    const source = arrayRowSource(rows)
    const before = source.rowById('a')
    const { generation } = source.getState()
    source.setRows(rows.slice(0, 2))
    expect(source.getState().generation).toBe(generation + 1)
    expect(source.rowById('a')).toBe(before)
    expect(source.indexOf('d')).toBe(-1)
  })
})
